import { ProblemError } from '@tallyman/client';
import { type ChangeKind, type LiveChanges, liveUpdateOperations } from '@tallyman/contract';
import { useEffect, useRef } from 'react';
import { client } from './client.ts';
import { queryClient } from './query-client.ts';
import { readEvents } from './read-events.ts';
import { useMayCall } from './session.ts';

/** Changes that others made. `all` means that some may have been missed. */
export type LiveNews = LiveChanges['changes'] | 'all';

const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 60_000;

/** Reads whose results keep their place on the page. Lists decide themselves, because their rows would move. */
const QUIET_READS: Readonly<Record<ChangeKind, readonly string[]>> = {
  PROJECT: ['getProject'],
  COMPONENTS: [],
  FINDINGS: ['getFindingFacets'],
  DECISIONS: ['getFindingFacets', 'getAnalysis'],
  VIOLATIONS: [],
  UPLOADS: ['listBomUploads', 'listVexImports', 'getProject'],
  MIRRORS: ['listVulnDataSources'],
  DELIVERIES: [],
};

const listeners = new Set<(news: LiveNews) => void>();

/** Calls a listener for changes until the returned function is called. */
export function onLiveNews(listener: (news: LiveNews) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the changes are of one of the kinds, in the project if one is given. */
export function concerns(news: LiveNews, kinds: readonly ChangeKind[], project?: string): boolean {
  if (news === 'all') return true;
  return news.some(
    ({ kind, projects }) =>
      kinds.includes(kind) && (project === undefined || !projects || projects.includes(project)),
  );
}

/** During an import there are changes every half second. What is not looked at all the time is read less often. */
const NEWS_INTERVAL_MS = 3_000;

/** Calls `onNews` at once for changes of these kinds, and again after a while if there were more. */
export function useLiveNews(kinds: readonly ChangeKind[], onNews: () => void): void {
  const latest = useRef(onNews);
  latest.current = onNews;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isDue = false;
    const tell = () => {
      isDue = false;
      timer = setTimeout(() => {
        timer = undefined;
        if (isDue) tell();
      }, NEWS_INTERVAL_MS);
      latest.current();
    };
    const stop = onLiveNews((news) => {
      if (!concerns(news, kinds)) return;
      if (timer === undefined) tell();
      else isDue = true;
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [kinds]);
}

/** Watches changes while the page is visible, so that hidden windows use no connection. */
export function useLiveUpdates(): void {
  const mayWatch = useMayCall(liveUpdateOperations.watchChanges);
  useEffect(() => {
    if (!mayWatch) return;
    const stopping = new AbortController();
    void watchForever(stopping.signal);
    return () => stopping.abort();
  }, [mayWatch]);
}

async function watchForever(stop: AbortSignal): Promise<void> {
  let isFirst = true;
  let delay = FIRST_DELAY_MS;
  const onReady = () => {
    if (!isFirst) pass('all');
    isFirst = false;
    delay = FIRST_DELAY_MS;
  };
  while (!stop.aborted) {
    await untilVisible(stop);
    if (!(await watchOnce(AbortSignal.any([stop, whenHidden()]), onReady))) return;
    await pause(delay, stop);
    delay = Math.min(2 * delay, LONGEST_DELAY_MS);
  }
}

/** Returns when the stream ends: false if it makes no sense to try again. */
async function watchOnce(signal: AbortSignal, onReady: () => void): Promise<boolean> {
  try {
    const { body } = await client.download(liveUpdateOperations.watchChanges, { signal, timeoutMs: null });
    for await (const { name, data } of readEvents(body)) {
      if (name === 'ready') onReady();
      else if (name === 'refresh') pass('all');
      else if (name === 'change') pass((JSON.parse(data) as LiveChanges).changes);
    }
  } catch (error) {
    return !(error instanceof ProblemError && error.status === 403);
  }
  return true;
}

function pass(news: LiveNews): void {
  const kinds = news === 'all' ? (Object.keys(QUIET_READS) as ChangeKind[]) : news.map(({ kind }) => kind);
  for (const operation of new Set(kinds.flatMap((kind) => QUIET_READS[kind]))) {
    void queryClient.invalidateQueries({ queryKey: [operation] });
  }
  for (const listener of listeners) listener(news);
}

function untilVisible(stop: AbortSignal): Promise<void> {
  if (!document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener('visibilitychange', () => resolve(), { once: true, signal: stop });
    stop.addEventListener('abort', () => resolve(), { once: true });
  });
}

function whenHidden(): AbortSignal {
  const hidden = new AbortController();
  document.addEventListener('visibilitychange', () => hidden.abort(), { once: true });
  return hidden.signal;
}

function pause(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    stop.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
