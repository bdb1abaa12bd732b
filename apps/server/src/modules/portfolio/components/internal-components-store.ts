import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';

export interface NameRow {
  readonly group_name: string | null;
  readonly name: string;
}

/** The names tested between two fetches: some milliseconds of work. */
const BATCH = 1_000;

/** Creates a temporary table for internal names and opens a cursor over all distinct names. */
export async function beginIdentification(tx: Tx): Promise<void> {
  await sql`create temporary table internal_name (group_name text, name text not null) on commit drop`.execute(
    tx,
  );
  await sql`
    declare portfolio_names no scroll cursor for select distinct group_name, name from component`.execute(tx);
}

export async function* listNames(tx: Tx): AsyncGenerator<NameRow[]> {
  for (;;) {
    const { rows } = await sql<NameRow>`fetch ${sql.lit(BATCH)} from portfolio_names`.execute(tx);
    if (rows.length === 0) return;
    yield rows;
  }
}

export async function recordInternalNames(tx: Tx, names: readonly NameRow[]): Promise<void> {
  await sql`
    insert into internal_name (group_name, name)
    select * from unnest(
      ${names.map((row) => row.group_name)}::text[], ${names.map((row) => row.name)}::text[])`.execute(tx);
}

/** Updates only the rows that change. Returns their number. */
export async function markInternal(tx: Tx): Promise<number> {
  await sql`analyze internal_name`.execute(tx);
  const { numAffectedRows = 0n } = await sql`
    with verdict as (
      select component.id, internal_name.name is not null as is_internal
      from component left join internal_name
        on internal_name.name = component.name
        and coalesce(internal_name.group_name, '') = coalesce(component.group_name, '')
        and (internal_name.group_name is null) = (component.group_name is null)
    )
    update component set is_internal = verdict.is_internal
    from verdict
    where component.id = verdict.id and component.is_internal <> verdict.is_internal`.execute(tx);
  return Number(numAffectedRows);
}
