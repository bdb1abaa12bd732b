import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { inject } from 'vitest';
import { type Connection, connect } from '../../src/platform/db/connect.ts';
import { silentLog } from './silent-log.ts';
import { testConnection } from './test-connection.ts';
import { databaseUrl, onServer, TEMPLATE } from './test-template.ts';

export interface TestDatabase {
  readonly url: string;
  readonly db: Connection['db'];
  readonly connection: Connection;
  drop(): Promise<void>;
}

/** A new database, cloned from the migrated template. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createWith(clone);
}

/** A database without migrations. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createWith((client, name) => client.query(`create database ${name}`));
}

async function createWith(
  create: (client: pg.Client, name: string) => Promise<unknown>,
): Promise<TestDatabase> {
  const serverUrl = inject('postgresUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(serverUrl, (client) => create(client, name));
  const url = databaseUrl(serverUrl, name);
  const connection = connect(testConnection(url), silentLog);
  return {
    url,
    db: connection.db,
    connection,
    drop: async () => {
      await connection.close();
      await onServer(serverUrl, (client) => drop(client, name));
    },
  };
}

/** Copying files is faster than logging every page. PostgreSQL 14 does not have the option. */
async function clone(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query<{ number: number }>(
    "select current_setting('server_version_num')::int as number",
  );
  const strategy = (rows[0]?.number ?? 0) >= 150_000 ? 'strategy file_copy' : '';
  await client.query(`create database ${name} template ${TEMPLATE} ${strategy}`);
}

/** An ordinary user cannot terminate autovacuum, but it ends soon. */
async function drop(client: pg.Client, name: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(`drop database ${name} with (force)`);
      return;
    } catch (error) {
      const isHeldUp = error instanceof Error && 'code' in error && error.code === '42501';
      if (!isHeldUp || attempt === 60) throw error;
      await setTimeout(250);
    }
  }
}
