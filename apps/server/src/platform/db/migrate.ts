import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { StartError } from '../errors.ts';
import type { Log } from '../log/create-log.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');

/** Any constant that every node uses and nothing else in the database. */
const MIGRATION_LOCK = 7_253_201;

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/**
 * Applies pending schema migrations, one transaction each, under a lock: if several nodes start at once, one migrates and
 * the others wait. Throws if a migration was changed after it ran, or if a newer release has migrated the database.
 */
export async function migrate(config: pg.ClientConfig, log: Log): Promise<string[]> {
  const client = new pg.Client(config);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return await applyPending(client, await readMigrations(), log);
  } finally {
    await client.end();
  }
}

/** Names of migrations that have not run. */
export async function listPendingMigrations(config: pg.ClientConfig): Promise<string[]> {
  const client = new pg.Client(config);
  await client.connect();
  try {
    const migrations = await readMigrations();
    const { rows } = await client.query<{ exists: boolean }>(
      "select to_regclass('schema_migration') is not null as exists",
    );
    const applied = rows[0]?.exists ? await readApplied(client) : new Map<string, string>();
    return findPending(applied, migrations).map(({ name }) => name);
  } finally {
    await client.end();
  }
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(MIGRATIONS, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function applyPending(client: pg.Client, migrations: Migration[], log: Log): Promise<string[]> {
  await client.query(`
    create table if not exists schema_migration (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`);
  const pending = findPending(await readApplied(client), migrations);
  for (const migration of pending) {
    await apply(client, migration);
    log.info({ migration: migration.name }, 'Migrated the database');
  }
  return pending.map((migration) => migration.name);
}

async function readApplied(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migration',
  );
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

function findPending(applied: Map<string, string>, migrations: Migration[]): Migration[] {
  requireKnown(applied, migrations);
  return migrations.filter((migration) => isPending(migration, applied.get(migration.name)));
}

/** It is not safe to write to a database that a newer release has migrated. */
function requireKnown(applied: Map<string, string>, migrations: Migration[]): void {
  const known = new Set(migrations.map((migration) => migration.name));
  const newer = [...applied.keys()].filter((name) => !known.has(name));
  if (newer.length === 0) return;
  throw new StartError(
    `The database was migrated by a newer release (${newer.join(', ')}). Start that release, or restore a backup.`,
  );
}

function isPending(migration: Migration, appliedChecksum: string | undefined): boolean {
  if (appliedChecksum === undefined) return true;
  if (appliedChecksum === migration.checksum) return false;
  throw new StartError(
    `Migration ${migration.name} was changed after it ran. Migrations only go forward: add a new one.`,
  );
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(migration.sql);
    await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [
      migration.name,
      migration.checksum,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`, { cause: error });
  }
}
