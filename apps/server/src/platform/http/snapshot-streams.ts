import { Readable } from 'node:stream';
import type { Context } from '../context.ts';
import type { Db } from '../db/database.ts';
import { openSnapshot } from '../db/open-snapshot.ts';
import { planPoolSizes } from '../db/plan-pool-sizes.ts';
import { Permits } from '../permits.ts';

/** Answers a stream of what `write` yields; what `write` throws before it yields is thrown here. */
export type StreamSnapshot = (write: (db: Db) => Promise<AsyncIterable<string>>) => Promise<Readable>;

/** How many may wait while as many as allowed are being read. */
const WAITING = 100;

/** A reader that takes nothing for so long is gone, whether its connection says so or not. */
const STALLED_MS = 60_000;

/**
 * Streams that read from one snapshot of the database, no faster than they are read themselves. Each holds a
 * connection for as long as its reader takes: slow readers must leave some to the others.
 */
export function createSnapshotStreams({
  db,
  config,
  log,
}: Pick<Context, 'db' | 'config' | 'log'>): StreamSnapshot {
  const { interactive } = planPoolSizes(config['svc.datasource.pool.max-size'], config['svc.config.profile']);
  const connections = new Permits({
    atOnce: Math.max(1, Math.floor(interactive / 2)),
    waiting: WAITING,
    refusal: 'Too many exports are being read at this moment. Try again in a few seconds.',
  });
  const open = async () => {
    const giveBack = await connections.take();
    const snapshot = await openSnapshot(db).catch((error) => {
      giveBack();
      throw error;
    });
    return { db: snapshot.db, close: () => snapshot.close().finally(giveBack) };
  };
  return async (write) => {
    const snapshot = await open();
    try {
      const chunks = await write(snapshot.db);
      return streamWhile(chunks, () => {
        snapshot
          .close()
          .catch((error: unknown) => log.warn({ err: error }, 'A snapshot could not be closed'));
      });
    } catch (error) {
      await snapshot.close();
      throw error;
    }
  };
}

/**
 * `close` is called when the stream ends, fails, or is given up, even before anything was read. Texts go to the socket
 * as they are: buffers made of them here would have to wait for the garbage collector.
 */
function streamWhile(chunks: AsyncIterable<string>, close: () => void): Readable {
  const stall = () => stream.destroy(new Error('The reader of an export stopped reading'));
  const stream = Readable.from(watch(chunks, stall), { objectMode: true, highWaterMark: 1 });
  return stream.once('close', close);
}

async function* watch(chunks: AsyncIterable<string>, onStalled: () => void): AsyncGenerator<string> {
  for await (const chunk of chunks) {
    const timer = setTimeout(onStalled, STALLED_MS);
    try {
      yield chunk;
    } finally {
      clearTimeout(timer);
    }
  }
}
