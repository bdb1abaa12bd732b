import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Lets running requests finish. Closes their connections after the given time. */
export async function closeWithin(server: FastifyInstance, milliseconds: number): Promise<void> {
  const closed = server.close();
  const finished = new AbortController();
  const deadline = setTimeout(milliseconds, undefined, { signal: finished.signal }).then(
    () => server.server.closeAllConnections(),
    () => {},
  );
  await Promise.race([closed, deadline]);
  finished.abort();
  await closed;
}
