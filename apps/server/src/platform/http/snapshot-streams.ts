import { Readable } from 'node:stream';
import type { Context } from '../context.ts';
import type { Db } from '../db/database.ts';
import { openSnapshot } from '../db/open-snapshot.ts';
import { planPoolSizes } from '../db/plan-pool-sizes.ts';
import { Semaphore } from '../semaphore.ts';

/** Streams what `write` yields. Throws what `write` throws before it yields. */
export type StreamSnapshot = (write: (db: Db) => Promise<AsyncIterable<string>>) => Promise<Readable>;

const MAX_WAITING = 100;

/** A reader that reads nothing for this long is treated as gone. */
const STALL_TIMEOUT_MS = 60_000;

/**
 * Streams that read from one snapshot of the database, with backpressure. Each holds a connection until its reader has
 * finished, so their number is limited.
 */
export function createSnapshotStreams({
  db,
  config,
  log,
}: Pick<Context, 'db' | 'config' | 'log'>): StreamSnapshot {
  const { interactive } = planPoolSizes(config['svc.datasource.pool.max-size'], config['svc.config.profile']);
  const connections = new Semaphore({
    permits: Math.max(1, Math.floor(interactive / 2)),
    maxWaiting: MAX_WAITING,
    message: 'Too many exports are running. Try again in a few seconds.',
  });
  const open = async () => {
    const release = await connections.acquire();
    const snapshot = await openSnapshot(db).catch((error) => {
      release();
      throw error;
    });
    return { db: snapshot.db, close: () => snapshot.close().finally(release) };
  };
  return async (write) => {
    const snapshot = await open();
    try {
      const chunks = await write(snapshot.db);
      return toStream(chunks, () => {
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
 * Calls `close` when the stream ends, fails or is destroyed, even before anything was read. Yields strings, because
 * buffers would burden the garbage collector.
 */
function toStream(chunks: AsyncIterable<string>, close: () => void): Readable {
  const stall = () => stream.destroy(new Error('The client stopped reading the export'));
  const stream = Readable.from(withStallTimeout(chunks, stall), { objectMode: true, highWaterMark: 1 });
  return stream.once('close', close);
}

async function* withStallTimeout(
  chunks: AsyncIterable<string>,
  onStalled: () => void,
): AsyncGenerator<string> {
  for await (const chunk of chunks) {
    const timer = setTimeout(onStalled, STALL_TIMEOUT_MS);
    try {
      yield chunk;
    } finally {
      clearTimeout(timer);
    }
  }
}
