import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Log } from '../log/create-log.ts';
import { supportCopies } from './copy-in.ts';
import type { DB } from './database.generated.ts';
import type { Db } from './database.ts';
import { HotStatements, prepareHotStatements } from './hot-statements.ts';
import { supportRowTexts } from './row-texts.ts';

export interface ConnectionSettings {
  readonly url: string;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  readonly pool: {
    /** If false, every statement or transaction opens its own connection. */
    readonly enabled: boolean;
    readonly maxSize: number;
    readonly minIdle: number;
    readonly idleTimeoutMs: number;
    readonly maxLifetimeMs: number;
  };
  readonly applicationName: string;
  readonly timeouts?: Timeouts;
}

/** Limits of PostgreSQL. 0 means none. */
export interface Timeouts {
  readonly lockMs: number;
  readonly statementMs: number;
}

export interface Connection {
  readonly db: Db;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

const INT8 = 20;

/** Longest wait for a new connection, or for a free one of the pool. */
const CONNECTION_TIMEOUT_MS = 15_000;

/** Counts and ids fit in 2^53, so they are numbers and not strings. */
pg.types.setTypeParser(INT8, Number);

export function connect(settings: ConnectionSettings, log: Log): Connection {
  const pool = new pg.Pool(poolConfig(settings));
  const statements = new HotStatements();
  let closing = false;
  pool.on('connect', (client) => {
    if (settings.pool.enabled) prepareHotStatements(client, statements);
    supportCopies(client);
    supportRowTexts(client, statements);
    // Without a listener, a connection that dies between two statements of a transaction would end the process. The
    // next statement fails with the error.
    client.on('error', () => {});
    if (settings.timeouts) setTimeouts(client, settings.timeouts);
  });
  // An idle connection may die with its server. The pool removes it; the next query gets a new one.
  pool.on('error', (error) => {
    if (!closing) log.warn({ err: error }, 'An idle database connection was lost');
  });
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  const close = async (): Promise<void> => {
    closing = true;
    await db.destroy();
    // Kysely ends the pool only if it was used through Kysely.
    if (!pool.ending) await pool.end();
  };
  return { db, pool, close };
}

/** As a statement, not as a connection parameter: connection poolers refuse parameters that they do not know. */
function setTimeouts(client: pg.PoolClient, { lockMs, statementMs }: Timeouts): void {
  // Runs before the first statement of the connection, which fails too if this fails.
  client.query(`set lock_timeout = ${lockMs}; set statement_timeout = ${statementMs}`).catch(() => {});
}

export function clientConfig(settings: ConnectionSettings): pg.ClientConfig {
  return {
    connectionString: withCredentials(settings),
    application_name: settings.applicationName,
    keepAlive: true,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
  };
}

/** The URL wins over separate options, so the credentials are set in the URL, as parameters. */
function withCredentials({ url, username, password }: ConnectionSettings): string {
  const address = new URL(url);
  if (username) address.searchParams.set('user', username);
  if (password) address.searchParams.set('password', password);
  return address.href;
}

function poolConfig(settings: ConnectionSettings): pg.PoolConfig {
  const { pool } = settings;
  if (!pool.enabled) {
    return { ...clientConfig(settings), max: pool.maxSize, min: 0, idleTimeoutMillis: 1, maxUses: 1 };
  }
  return {
    ...clientConfig(settings),
    max: pool.maxSize,
    min: Math.min(pool.minIdle, pool.maxSize),
    idleTimeoutMillis: pool.idleTimeoutMs,
    maxLifetimeSeconds: Math.ceil(pool.maxLifetimeMs / 1000),
  };
}
