import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';

const SCHEMA_VERSION = 40;
const COLUMNS = [
  'blocked bool',
  'completed_on timestamptz',
  'created_on timestamptz',
  'data jsonb',
  'deletion_seconds int4',
  'group_id text',
  'group_tier text',
  'heartbeat_on timestamptz',
  'id uuid',
  'name text',
  'output jsonb',
  'policy text',
  'priority int4',
  'retry_count int4',
  'retry_limit int4',
  'singleton_key text',
  'start_after timestamptz',
  'started_on timestamptz',
  'state job_state',
];
const USED = COLUMNS.map((line) => line.split(' ')[0]);
const STATES = ['created', 'retry', 'active', 'completed', 'cancelled', 'failed'];
const UNIQUE_INDEXES = [
  "btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::pgboss.job_state) AND (policy = 'exclusive'::text))",
  "btree (name, singleton_key) WHERE ((state = ANY (ARRAY['active'::pgboss.job_state, 'retry'::pgboss.job_state, 'failed'::pgboss.job_state])) AND (policy = 'key_strict_fifo'::text))",
];

/** When an update of pg-boss changes one of these, compare `pgboss-store.ts` with its source before changing this test. */
describe('The statements of pgboss-store.ts rely on', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('the version of its schema', async () => {
    const { rows } = await sql`select version from pgboss.version`.execute(database.db);
    expect(rows).toEqual([{ version: SCHEMA_VERSION }]);
  });

  it('the columns that they use', async () => {
    const { rows } = await sql<{ line: string }>`
      select column_name || ' ' || udt_name as line from information_schema.columns
      where table_schema = 'pgboss' and table_name = 'job' and column_name = any(${USED}::text[])
      order by 1`.execute(database.db);
    expect(rows.map(({ line }) => line)).toEqual(COLUMNS);
  });

  it('the states, in their order: a job is unfinished up to active', async () => {
    const { rows } = await sql<{ state: string }>`
      select unnest(enum_range(null::pgboss.job_state))::text as state`.execute(database.db);
    expect(rows.map(({ state }) => state)).toEqual(STATES);
  });

  it('the unique indexes that keep jobs of a key apart', async () => {
    const { rows } = await sql<{ definition: string }>`
      select pg_get_indexdef(i.indexrelid) as definition from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indisunique and i.indrelid = 'pgboss.job_common'::regclass
        and pg_get_expr(i.indpred, i.indrelid) ~ 'key_strict_fifo|exclusive'
      order by 1`.execute(database.db);
    expect(rows.map(({ definition }) => definition.replace(/^.* USING /, ''))).toEqual(UNIQUE_INDEXES);
  });
});

it('no other file has statements on the tables of pg-boss', () => {
  const root = join(import.meta.dirname, '../..');
  const files = globSync('**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
  const users = files.filter((file) => readFileSync(join(root, file), 'utf8').includes('pgboss.'));
  expect(users.toSorted()).toEqual(
    ['pgboss-store.ts', 'runs-store.ts', 'unfinished-job-access.ts'].map((name) =>
      join('platform', 'jobs', name),
    ),
  );
});
