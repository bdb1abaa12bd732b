import pg from 'pg';
import { onTestFinished } from 'vitest';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '../../src/platform/embedded-postgres/start-embedded-postgres.ts';

/** Stopped when the test ends; not durable unless the test asks for it. */
export async function startForTest(
  dataDirectory: string,
  options: Partial<EmbeddedPostgresOptions> = {},
): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({
    settings: { fsync: 'off' },
    log() {},
    ...options,
    dataDirectory,
  });
  onTestFinished(() => postgres.stop());
  return postgres;
}

/** The first column of all rows. */
export async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  // A server that is killed under an open connection says so here; the tests look elsewhere.
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' });
    return rows.map(([first]) => first);
  } finally {
    await client.end();
  }
}
