import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '../log/create-log.ts';

interface ListenOptions {
  readonly pool: pg.Pool;
  readonly channel: string;
  readonly log: Log;
  readonly onMessage: (payload: string) => void;
  /** Called at the start and after every reconnect, when messages may have been missed. */
  readonly onConnected: () => void;
}

const RECONNECT_MS = 2_000;

/** Receives the notifications of a channel, on a connection of its own. Reconnects when it is lost. */
export function listenToChannel(options: ListenOptions): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const stopped = listenForever(options, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await stopped;
    },
  };
}

async function listenForever(options: ListenOptions, stop: AbortSignal): Promise<void> {
  let reported = false;
  const onConnected = () => {
    reported = false;
    options.onConnected();
  };
  while (!stop.aborted) {
    try {
      await listenUntilLost({ ...options, onConnected }, stop);
    } catch (error) {
      // Warn once per outage, not for every attempt.
      const level = reported ? 'debug' : 'warn';
      const { channel } = options;
      options.log[level](
        { err: error, channel },
        'The listening connection was lost; polling until it is back',
      );
      reported = true;
    }
    if (!stop.aborted) await sleep(RECONNECT_MS, undefined, { signal: stop }).catch(() => {});
  }
}

async function listenUntilLost(options: ListenOptions, stop: AbortSignal): Promise<void> {
  const { pool, channel, onMessage, onConnected } = options;
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
    // Destroyed instead of returned to the pool, because it listens.
    client.release(true);
    lost.promise.catch(() => {});
  }
}
