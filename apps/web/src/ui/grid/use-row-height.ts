import { useSyncExternalStore } from 'react';

/** The height of a row in the chosen density, in pixels. */
export function useRowHeight(): number {
  return useSyncExternalStore(subscribe, read);
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('tallyman-density', listener);
  return () => window.removeEventListener('tallyman-density', listener);
}

function read(): number {
  return Number.parseInt(getComputedStyle(document.documentElement).getPropertyValue('--tm-row'), 10) || 34;
}
