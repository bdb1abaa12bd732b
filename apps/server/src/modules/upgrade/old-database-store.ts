import pg from 'pg';
import { toPostgresAddress } from '../../platform/config/postgres-address.ts';
import { type ConnectionSettings, clientConfig } from '../../platform/db/connect.ts';
import { OldDatabaseError } from './old-database-error.ts';
import type { TableColumns } from './recognise-database.ts';

/** A row as JSON: columns that a release does not have are simply not there. */
export type OldRow = Readonly<Record<string, unknown>>;

export interface OldDatabase {
  readonly tables: TableColumns;
  /** All rows of a table by id; none of a table that is not there. */
  rows(table: string): Promise<OldRow[]>;
  query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]>;
}

export interface OldAddress extends Pick<ConnectionSettings, 'url' | 'username' | 'password'> {
  readonly notes: readonly string[];
}

export function readAddress(raw: string): OldAddress {
  const address = toPostgresAddress(raw.trim());
  if (address.ok) return address;
  throw new OldDatabaseError('address', `The address of the old database cannot be used: ${address.why}.`);
}

/** Codes of Node and of PostgreSQL, each with what an operator can do about it. */
const ADVICE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing listens there.',
  ENOTFOUND: 'There is no such host.',
  EAI_AGAIN: 'The host name could not be looked up.',
  ETIMEDOUT: 'It does not answer.',
  '28P01': 'The password is wrong.',
  '28000': 'The user is not let in.',
  '3D000': 'There is no such database.',
  '42501': 'The user may not read its tables: grant SELECT on all of them.',
};

const APPLICATION = { applicationName: 'tallyman-migrate', pool: { enabled: false, maxSize: 1, minIdle: 0 } };

/** One moment of the database, which nothing is written to. */
export async function withOldDatabase<T>(
  address: OldAddress,
  read: (database: OldDatabase) => Promise<T>,
): Promise<T> {
  const pool = { ...APPLICATION.pool, idleTimeoutMs: 0, maxLifetimeMs: 0 };
  const client = new pg.Client(clientConfig({ ...address, ...APPLICATION, pool }));
  client.on('error', () => {});
  try {
    await client.connect().catch((error: unknown) => {
      throw explain(error, address.url);
    });
    await client.query('begin transaction isolation level repeatable read, read only');
    return await read(await toDatabase(client));
  } catch (error) {
    throw isOfDatabase(error) ? explain(error, address.url) : error;
  } finally {
    await client.end();
  }
}

/** What the server or the connection says. */
function isOfDatabase(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}

async function toDatabase(client: pg.Client): Promise<OldDatabase> {
  const tables = await readTables(client);
  const query: OldDatabase['query'] = async (text) => (await client.query(text)).rows;
  return {
    tables,
    query,
    rows: async (table) => {
      if (!tables.has(table)) return [];
      const found = await query<{ row: OldRow }>(
        `select to_jsonb(found) as row from "${table}" found order by found."ID"`,
      );
      return found.map(({ row }) => row);
    },
  };
}

/** Those that are found without naming their schema. */
async function readTables(client: pg.Client): Promise<TableColumns> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(`
    select relname as table, array_agg(attname::text) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    where relkind in ('r', 'p') and pg_table_is_visible(pg_class.oid) and relnamespace <> 'pg_catalog'::regnamespace
    group by relname`);
  return new Map(rows.map(({ table, columns }) => [table, new Set(columns)]));
}

function explain(error: unknown, url: string): OldDatabaseError {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return new OldDatabaseError(
    'unreachable',
    `The old database at ${describeAddress(url)} cannot be read. ${ADVICE[code] ?? message}`,
  );
}

/** Where it is, without credentials and parameters. */
export function describeAddress(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
