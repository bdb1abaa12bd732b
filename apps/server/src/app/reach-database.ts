import type { Db } from '../platform/db/database.ts';
import { requireSupportedServer } from '../platform/db/server-version.ts';
import { StartError } from '../platform/errors.ts';

/** Codes of Node and of PostgreSQL, each with what an operator can do about it. */
const ADVICE: Record<string, string> = {
  ECONNREFUSED: 'Nothing listens there. Start the server, or correct svc.datasource.url.',
  ENOTFOUND: 'There is no such host. Correct svc.datasource.url.',
  EAI_AGAIN: 'The host name could not be looked up. Check the network, or correct svc.datasource.url.',
  ETIMEDOUT: 'It does not answer. Check the network, or correct svc.datasource.url.',
  '28P01': 'The password is wrong. Correct svc.datasource.password.',
  '28000': 'The user is not let in. Correct svc.datasource.username, or the access rules of the server.',
  '3D000': 'There is no such database. Create it, or correct svc.datasource.url.',
  '53300': 'It has no connection left. Raise its max_connections, or lower svc.datasource.pool.max-size.',
};

/** Makes sure that the database answers and is new enough; says in words what to do when it is not. */
export async function reachDatabase(db: Db, url: string): Promise<void> {
  try {
    await requireSupportedServer(db);
  } catch (error) {
    const { code = '' } = error as { code?: string };
    const advice = ADVICE[code];
    if (!advice) throw error;
    throw new StartError(`The database at ${describeAddress(url)} cannot be used: ${advice}`);
  }
}

/** Where a database is, without the credentials that its URL may carry. */
export function describeAddress(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}${port ? `:${port}` : ''}${pathname}`;
}
