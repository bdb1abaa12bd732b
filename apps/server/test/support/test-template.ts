import pg from 'pg';
import { runInitTasks } from '../../src/app/run-init-tasks.ts';
import { silentLog } from './silent-log.ts';
import { testConnection } from './test-connection.ts';

export const TEMPLATE = 'tallyman_test_template';

/** A migrated and seeded database to clone, which is much faster than migrating. */
export async function createTemplate(serverUrl: string): Promise<void> {
  await onServer(serverUrl, async (client) => {
    await client.query(`drop database if exists ${TEMPLATE}`);
    await client.query(`create database ${TEMPLATE}`);
  });
  await runInitTasks({
    connection: testConnection(databaseUrl(serverUrl, TEMPLATE)),
    adminPassword: ADMIN_PASSWORD,
    passwordMinLength: 8,
    log: silentLog,
  });
}

/** The administrator of every test database. */
export const ADMIN_PASSWORD = 'correct horse battery staple';

export async function onServer<T>(serverUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}
