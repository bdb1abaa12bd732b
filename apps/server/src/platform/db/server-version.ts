import { sql } from 'kysely';
import { StartError } from '../errors.ts';
import type { Db } from './database.ts';

/** Contract "Upgrade to v0.7.0": the minimum relational database version is 14. */
const MINIMUM_POSTGRESQL = 14;

export async function requireSupportedServer(db: Db): Promise<void> {
  const { rows } = await sql<{ number: number; text: string }>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as text
  `.execute(db);
  const problem = rows[0] && unsupportedServer(rows[0].number, rows[0].text);
  if (problem) throw new StartError(problem);
}

export function unsupportedServer(versionNumber: number, versionText: string): string | undefined {
  if (versionNumber >= MINIMUM_POSTGRESQL * 10_000) return undefined;
  return (
    `The database server is PostgreSQL ${versionText}; Tallyman needs ${MINIMUM_POSTGRESQL} or newer. ` +
    'Upgrade the server, point svc.datasource.url to a newer one, or leave it unset to use the embedded one.'
  );
}
