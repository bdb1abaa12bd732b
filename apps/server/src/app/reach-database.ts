import type { Db } from '../platform/db/database.ts';
import { requireSupportedServer } from '../platform/db/server-version.ts';
import { StartError } from '../platform/errors.ts';

/** What the operator can do, by error code of Node or PostgreSQL. */
const ADVICE: Record<string, string> = {
  ECONNREFUSED: 'Nothing listens there. Start the server, or correct svc.datasource.url.',
  ENOTFOUND: 'The host does not exist. Correct svc.datasource.url.',
  EAI_AGAIN: 'The host name could not be looked up. Check the network, or correct svc.datasource.url.',
  ETIMEDOUT: 'It does not answer. Check the network, or correct svc.datasource.url.',
  '28P01': 'The password is wrong. Correct svc.datasource.password.',
  '28000': 'The user is rejected. Correct svc.datasource.username, or the access rules of the server.',
  '3D000': 'The database does not exist. Create it, or correct svc.datasource.url.',
  '53300': 'It has no free connection. Raise its max_connections, or lower svc.datasource.pool.max-size.',
};

/** Throws an error that says what to do if the database cannot be used or is too old. */
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

/** Address of a database without credentials. */
export function describeAddress(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}${port ? `:${port}` : ''}${pathname}`;
}
