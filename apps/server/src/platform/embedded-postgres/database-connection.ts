import pg from 'pg';
import { ROLE } from './cluster.ts';
import type { DatabasePassword } from './database-password.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { errorCode } from './error-code.ts';

const NO_SUCH_DATABASE = '3D000';
const ALREADY_THERE = '42P04';
const WRONG_PASSWORD = '28P01';

export function databaseUrl(port: number, password: string, database: string): string {
  return `postgresql://${ROLE}:${encodeURIComponent(password)}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
}

/** Whether a server of this version answers there and accepts our password. */
export async function answersAs(version: string, port: number, password: string): Promise<boolean> {
  try {
    return (await askVersion(databaseUrl(port, password, 'postgres'))) === version;
  } catch {
    return false;
  }
}

export async function ensureDatabase(
  port: number,
  password: DatabasePassword,
  database: string,
): Promise<void> {
  try {
    await askVersion(databaseUrl(port, password.value, database));
  } catch (error) {
    if (errorCode(error) === WRONG_PASSWORD) throw wrongPassword(password, error);
    if (errorCode(error) !== NO_SUCH_DATABASE) throw error;
    await createDatabase(databaseUrl(port, password.value, 'postgres'), database);
  }
}

async function createDatabase(url: string, database: string): Promise<void> {
  try {
    await withClient(url, (client) => client.query(`CREATE DATABASE ${pg.escapeIdentifier(database)}`));
  } catch (error) {
    if (errorCode(error) !== ALREADY_THERE) throw error;
  }
}

async function askVersion(url: string): Promise<string | undefined> {
  const result = await withClient(url, (client) =>
    client.query<{ server_version: string }>('SHOW server_version'),
  );
  return result.rows[0]?.server_version;
}

async function withClient<T>(url: string, body: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    return await body(client);
  } finally {
    await client.end();
  }
}

function wrongPassword(password: DatabasePassword, cause: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The embedded database does not accept the password in ${password.path} (restored from different backups?). ` +
      'Delete that file and start again: a new password is then set.',
    { cause },
  );
}
