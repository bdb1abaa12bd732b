import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '../log/create-log.ts';

interface Listening {
  readonly pool: pg.Pool;
  readonly channel: string;
  readonly log: Log;
  readonly onMessage: (payload: string) => void;
  /** Listening starts, or starts again: anything may have been said meanwhile. */
  readonly onConnected: () => void;
}

const RECONNECT_MS = 2_000;

/** Hears what transactions say on a channel when they commit. Keeps one connection; a lost one is replaced. */
export function listen(listening: Listening): { stop(): Promise<void> } {
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
      const { channel } = listening;
      listening.log[level]({ err: error, channel }, 'Nothing is heard; polling until the connection is back');
      reported = true;
    }
    if (!stop.aborted) await sleep(RECONNECT_MS, undefined, { signal: stop }).catch(() => {});
  }
}

async function listenUntilLost(listening: Listening, stop: AbortSignal): Promise<void> {
  const { pool, channel, onMessage, onConnected } = listening;
  const client = await pool.connect();
  const lost = Promise.withResolvers<void>();
  const onStop = () => lost.resolve();
  client.on('error', lost.reject);
  client.on('end', () => lost.reject(new Error('The database closed the connection')));
  client.on('notification', ({ payload = '' }) => onMessage(payload));
  stop.addEventListener('abort', onStop);
  try {
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
    onConnected();
    if (!stop.aborted) await lost.promise;
  } finally {
    stop.removeEventListener('abort', onStop);
    // Destroyed, not returned to the pool: it listens.
    client.release(true);
    lost.promise.catch(() => {});
  }
}
