import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '../log/create-log.ts';
import { subscribeToJobs } from './jobs-store.ts';

interface Listening {
  readonly pool: pg.Pool;
  readonly log: Log;
  /** A job was enqueued. */
  readonly onJob: (queue: string) => void;
  /** Listening starts, or starts again: anything may have been enqueued meanwhile. */
  readonly onConnected: () => void;
}

const RECONNECT_MS = 2_000;

/** Starts work at once instead of at the next poll. Keeps one connection; a lost one is replaced. */
export function listenForJobs(listening: Listening): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const stopped = keepListening(listening, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await stopped;
    },
  };
}

async function keepListening(listening: Listening, stop: AbortSignal): Promise<void> {
  let reported = false;
  const onConnected = () => {
    reported = false;
    listening.onConnected();
  };
  while (!stop.aborted) {
    try {
      await listenUntilLost({ ...listening, onConnected }, stop);
    } catch (error) {
      // Once for every outage, not for every attempt to end it.
      const level = reported ? 'debug' : 'warn';
      listening.log[level](
        { err: error },
        'No notifications of new jobs; polling until the connection is back',
      );
      reported = true;
    }
    if (!stop.aborted) await sleep(RECONNECT_MS, undefined, { signal: stop }).catch(() => {});
  }
}

async function listenUntilLost({ pool, onJob, onConnected }: Listening, stop: AbortSignal): Promise<void> {
  const client = await pool.connect();
  const lost = Promise.withResolvers<void>();
  const onStop = () => lost.resolve();
  client.on('error', lost.reject);
  client.on('end', () => lost.reject(new Error('The database closed the connection')));
  client.on('notification', ({ payload }) => payload && onJob(payload));
  stop.addEventListener('abort', onStop);
  try {
    await subscribeToJobs(client);
    onConnected();
    if (!stop.aborted) await lost.promise;
  } finally {
    stop.removeEventListener('abort', onStop);
    // Destroyed, not returned to the pool: it listens.
    client.release(true);
    lost.promise.catch(() => {});
  }
}
