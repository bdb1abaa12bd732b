import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Asserter } from './vulnerability-asserters.ts';

/** Returns the id. Writes only if the asserter is new or changed. */
export async function upsertAsserter(tx: Tx, asserter: Asserter): Promise<number> {
  const { name, displayName, source } = asserter;
  const known = await tx
    .selectFrom('vulnerability_asserter')
    .select(['id', 'display_name', 'source'])
    .where('name', '=', name)
    .executeTakeFirst();
  if (known && known.display_name === displayName && known.source === source) return known.id;
  const { rows } = await sql<{ id: number }>`
    insert into vulnerability_asserter (name, display_name, source) values (${name}, ${displayName}, ${source})
    on conflict (name) do update set display_name = excluded.display_name, source = excluded.source
    returning id`.execute(tx);
  return rows[0]?.id ?? 0;
}
