import type { ComponentProperty } from '@tallyman/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { CHANGED_BY_HAND } from './changed-by-hand.ts';
import { toBigint } from './component-store.ts';

export async function listProperties(db: Db, componentId: number): Promise<ComponentProperty[]> {
  const { properties } = await db
    .selectFrom('component')
    .select((eb) => eb.ref('properties').$castTo<ComponentProperty[] | null>().as('properties'))
    .where('id', '=', componentId)
    .executeTakeFirstOrThrow();
  return properties ?? [];
}

/** Locks the component until the transaction ends. */
export async function lockProperties(tx: Tx, componentId: number): Promise<ComponentProperty[]> {
  const row = await tx
    .selectFrom('component')
    .select((eb) => eb.ref('properties').$castTo<ComponentProperty[] | null>().as('properties'))
    .where('id', '=', componentId)
    .forUpdate()
    .executeTakeFirst();
  return row?.properties ?? [];
}

export async function replaceProperties(
  tx: Tx,
  componentId: number,
  properties: readonly ComponentProperty[],
): Promise<void> {
  await tx
    .updateTable('component')
    .set({
      properties: properties.length > 0 ? JSON.stringify(properties) : null,
      content_hash: toBigint(CHANGED_BY_HAND),
    })
    .where('id', '=', componentId)
    .execute();
}

/** A place where a component was found, as in the uploaded document. */
export interface OccurrenceRow {
  readonly position: number;
  readonly occurrence: Readonly<Record<string, unknown>>;
}

interface Window {
  readonly offset: number;
  readonly limit: number | null;
}

export async function listOccurrences(
  db: Db,
  componentId: number,
  { offset, limit }: Window,
): Promise<OccurrenceRow[]> {
  const { rows } = await sql<OccurrenceRow>`
    select listed.position, listed.occurrence
    from component cross join lateral
      jsonb_array_elements(component.rest #> '{evidence,occurrences}') with ordinality as listed (occurrence, position)
    where component.id = ${componentId} and jsonb_typeof(component.rest #> '{evidence,occurrences}') = 'array'
    order by listed.position
    offset ${offset} limit ${limit}`.execute(db);
  return rows;
}
