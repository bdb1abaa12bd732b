import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';

/** Deletes and returns up to `limit` CPEs whose components may lack their `cpe_name`. */
export async function claimUnnormalisedCpes(tx: Tx, limit: number): Promise<string[]> {
  const { rows } = await sql<{ cpe: string }>`
    delete from unnormalised_cpe
    where ctid = any(array(select ctid from unnormalised_cpe limit ${limit} for update skip locked))
    returning cpe`.execute(tx);
  return rows.map(({ cpe }) => cpe);
}

/** Sets the name of all components with the CPE, removed ones included. Null if the CPE is normalised. */
export async function updateCpeNames(tx: Tx, names: ReadonlyMap<string, string | null>): Promise<void> {
  await sql`
    update component set cpe_name = named.name
    from unnest(${[...names.keys()]}::text[], ${[...names.values()]}::text[]) as named (cpe, name)
    where component.cpe = named.cpe and component.cpe_name is null and named.name is not null`.execute(tx);
}
