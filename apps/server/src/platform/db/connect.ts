import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Log } from '../log/create-log.ts';
import { takeCopies } from './copy-in.ts';
import type { DB } from './database.generated.ts';
import type { Db } from './database.ts';
import { HotStatements, prepareHotStatements } from './hot-statements.ts';
import { takeRowTexts } from './row-texts.ts';

export interface ConnectionSettings {
  readonly url: string;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  readonly pool: {
    /** Off: every statement or transaction opens a connection of its own. */
    readonly enabled: boolean;
    readonly maxSize: number;
    readonly minIdle: number;
    readonly idleTimeoutMs: number;
    readonly maxLifetimeMs: number;
  };
  readonly applicationName: string;
  readonly timeouts?: Timeouts;
}

/** After which PostgreSQL gives up. 0 waits without limit. */
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

/** A server that does not answer within this time counts as away; so does a pool that has nothing left to lend. */
const CONNECTION_TIMEOUT_MS = 15_000;

/** Counts and ids fit in 2^53; a string for each of them would spread conversions over the whole code. */
pg.types.setTypeParser(INT8, Number);

export function connect(settings: ConnectionSettings, log: Log): Connection {
  const pool = new pg.Pool(poolConfig(settings));
  const statements = new HotStatements();
  let closing = false;
  pool.on('connect', (client) => {
    if (settings.pool.enabled) prepareHotStatements(client, statements);
    takeCopies(client);
    takeRowTexts(client, statements);
    // Without a listener, a connection that dies between two statements of a transaction would take the process
    // with it. Whoever uses the connection learns of it from the next statement.
    client.on('error', () => {});
    if (settings.timeouts) setTimeouts(client, settings.timeouts);
  });
  // An idle connection may die with its server. The pool drops it; the next query gets a fresh one.
  pool.on('error', (error) => {
    if (!closing) log.warn({ err: error }, 'An idle database connection was lost');
  });
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  const close = async (): Promise<void> => {
    closing = true;
    await db.destroy();
    // Of a pool that was only used beside it, Kysely does not know that there is anything to end.
    if (!pool.ending) await pool.end();
  };
  return { db, pool, close };
}

/** As a statement, not as a parameter of the connection: poolers in between refuse those that they do not know. */
function setTimeouts(client: pg.PoolClient, { lockMs, statementMs }: Timeouts): void {
  // It goes before whatever the connection was opened for, which fails too if this does.
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

/** A URL without user name would win over one given beside it, so both go into the URL, as parameters. */
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
