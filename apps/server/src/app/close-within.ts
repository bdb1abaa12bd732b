import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Lets requests that are under way finish, but not for ever: a client that dawdles is cut off. */
export async function closeWithin(server: FastifyInstance, milliseconds: number): Promise<void> {
  const closed = server.close();
  const cutOff = new AbortController();
  const deadline = setTimeout(milliseconds, undefined, { signal: cutOff.signal }).then(
    () => server.server.closeAllConnections(),
    () => {},
  );
  await Promise.race([closed, deadline]);
  cutOff.abort();
  await closed;
}
