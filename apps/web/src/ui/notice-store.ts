import { useSyncExternalStore } from 'react';

export interface Notice {
  readonly text: string;
  readonly tone?: 'info' | 'error';
  readonly action?: { readonly label: string; readonly run: () => void };
}

const SHOWN_MS = 8_000;
let current: Notice | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** One notice at a time: the next one takes the place of the last, so that they never pile up. */
export function showNotice(notice: Notice): void {
  set(notice);
  timer = setTimeout(hideNotice, notice.tone === 'error' ? 2 * SHOWN_MS : SHOWN_MS);
}

export function hideNotice(): void {
  set(undefined);
}

export function useNotice(): Notice | undefined {
  return useSyncExternalStore(subscribe, () => current);
}

function set(notice: Notice | undefined): void {
  clearTimeout(timer);
  current = notice;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
