import pg from 'pg';
import { toPostgresAddress } from '../../platform/config/postgres-address.ts';
import { type ConnectionSettings, clientConfig } from '../../platform/db/connect.ts';
import type { TableColumns } from './recognise-database.ts';
import { SourceDatabaseError } from './source-database-error.ts';

/** A row as JSON. Columns that the release does not have are absent. */
export type SourceRow = Readonly<Record<string, unknown>>;

export interface SourceDatabase {
  readonly tables: TableColumns;
  /** All rows of a table, ordered by id. Empty if the table does not exist. */
  rows(table: string): Promise<SourceRow[]>;
  query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]>;
}

export interface SourceAddress extends Pick<ConnectionSettings, 'url' | 'username' | 'password'> {
  readonly notes: readonly string[];
}

export function readAddress(raw: string): SourceAddress {
  const address = toPostgresAddress(raw.trim());
  if (address.ok) return address;
  throw new SourceDatabaseError('address', `The address of the source database is invalid: ${address.why}.`);
}

/** Error codes of Node.js and PostgreSQL, each with its cause or remedy for the operator. */
const ADVICE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Connection refused: nothing listens at this address.',
  ENOTFOUND: 'The host does not exist.',
  EAI_AGAIN: 'The host name could not be resolved.',
  ETIMEDOUT: 'The connection timed out.',
  '28P01': 'The password is wrong.',
  '28000': 'The server refuses this user: check its access rules (pg_hba.conf).',
  '3D000': 'The database does not exist.',
  '42501': 'The user may not read the tables: grant SELECT on all of them.',
};

const APPLICATION = { applicationName: 'tallyman-migrate', pool: { enabled: false, maxSize: 1, minIdle: 0 } };

/** Runs `read` in one read-only snapshot of the database. Throws `SourceDatabaseError` if it cannot be read. */
export async function withSourceDatabase<T>(
  address: SourceAddress,
  read: (database: SourceDatabase) => Promise<T>,
): Promise<T> {
  const pool = { ...APPLICATION.pool, idleTimeoutMs: 0, maxLifetimeMs: 0 };
  const client = new pg.Client(clientConfig({ ...address, ...APPLICATION, pool }));
  client.on('error', () => {});
  try {
    await client.connect().catch((error: unknown) => {
      throw toSourceError(error, address.url);
    });
    await client.query('begin transaction isolation level repeatable read, read only');
    return await read(await toDatabase(client));
  } catch (error) {
    throw hasErrorCode(error) ? toSourceError(error, address.url) : error;
  } finally {
    await client.end();
  }
}

/** True for errors of the server or of the connection. */
function hasErrorCode(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}

async function toDatabase(client: pg.Client): Promise<SourceDatabase> {
  const tables = await listTables(client);
  const query: SourceDatabase['query'] = async (text) => (await client.query(text)).rows;
  return {
    tables,
    query,
    rows: async (table) => {
      if (!tables.has(table)) return [];
      const found = await query<{ row: SourceRow }>(
        `select to_jsonb(found) as row from "${table}" found order by found."ID"`,
      );
      return found.map(({ row }) => row);
    },
  };
}

/** Lists the tables on the search path. */
async function listTables(client: pg.Client): Promise<TableColumns> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(`
    select relname as table, array_agg(attname::text) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    where relkind in ('r', 'p') and pg_table_is_visible(pg_class.oid) and relnamespace <> 'pg_catalog'::regnamespace
    group by relname`);
  return new Map(rows.map(({ table, columns }) => [table, new Set(columns)]));
}

function toSourceError(error: unknown, url: string): SourceDatabaseError {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return new SourceDatabaseError(
    'unreachable',
    `The source database at ${describeAddress(url)} cannot be read. ${ADVICE[code] ?? message}`,
  );
}

/** Host and database name, without credentials and parameters. */
export function describeAddress(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
