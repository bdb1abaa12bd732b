import type { Insertable } from 'kysely';
import { contentHash, identityHash } from '../../src/modules/portfolio/identifiers/component-identity.ts';
import type { Component, Service } from '../../src/platform/db/database.generated.ts';
import type { Db } from '../../src/platform/db/database.ts';
import { newUuid } from '../../src/platform/ids.ts';

type Given<Table> = Partial<Insertable<Table>> & { readonly name: string };

interface Seed {
  readonly components?: readonly Given<Component>[];
  readonly services?: readonly Given<Service>[];
  /** By name. The project is `''`. */
  readonly dependencies?: Readonly<Record<string, readonly string[]>>;
  /** Parents of components and services, by name. */
  readonly nested?: Readonly<Record<string, string>>;
}

interface Seeded {
  readonly projectId: number;
  /** UUIDs by name. */
  readonly uuids: Readonly<Record<string, string>>;
}

/** Inserts components, services and their graph into the tables of a project. */
export async function seedComponents(db: Db, projectUuid: string, seed: Seed): Promise<Seeded> {
  const { id: projectId } = await db
    .selectFrom('project')
    .select('id')
    .where('uuid', '=', projectUuid)
    .executeTakeFirstOrThrow();
  const rows = [
    ...(await insertAll(
      db,
      'component',
      toRows(projectId, seed.components ?? [], { classifier: 'LIBRARY' }),
    )),
    ...(await insertAll(db, 'service', toRows(projectId, seed.services ?? [], {}))),
  ];
  const ids = new Map(rows.map((row) => [row.name, row.id]));
  await nest(db, ids, seed.nested ?? {});
  await connect(db, projectId, ids, seed.dependencies ?? {});
  return { projectId, uuids: Object.fromEntries(rows.map((row) => [row.name, row.uuid])) };
}

function toRows(projectId: number, given: readonly Given<Component | Service>[], defaults: object) {
  return given.map((row, position) => ({
    uuid: newUuid(),
    project_id: projectId,
    position,
    identity_hash: String(identityHash({ name: row.name, version: row.version ?? null })),
    content_hash: String(contentHash(row)),
    ...defaults,
    ...toJsonText(row),
  }));
}

/** JSON text, because the driver would send an array as an SQL array. */
function toJsonText(row: object): object {
  const asText = Object.entries(row).map(([name, value]) => [
    name,
    typeof value === 'object' && value !== null && !(value instanceof Date) && name !== 'endpoints'
      ? JSON.stringify(value)
      : value,
  ]);
  return Object.fromEntries(asText);
}

async function insertAll(db: Db, table: 'component' | 'service', rows: readonly object[]) {
  if (rows.length === 0) return [];
  return db
    .insertInto(table)
    .values(rows as never)
    .returning(['id', 'uuid', 'name'])
    .execute();
}

async function nest(db: Db, ids: ReadonlyMap<string, number>, nested: Readonly<Record<string, string>>) {
  for (const [inner, outer] of Object.entries(nested)) {
    const id = ids.get(inner) ?? 0;
    await db
      .updateTable('component')
      .set({ parent_id: ids.get(outer) ?? null })
      .where('id', '=', id)
      .execute();
    await db
      .updateTable('service')
      .set({ parent_id: ids.get(outer) ?? null })
      .where('id', '=', id)
      .execute();
  }
}

async function connect(
  db: Db,
  projectId: number,
  ids: ReadonlyMap<string, number>,
  dependencies: Readonly<Record<string, readonly string[]>>,
) {
  const edges = Object.entries(dependencies).flatMap(([source, targets]) =>
    targets.map((target) => ({
      project_id: projectId,
      source_id: ids.get(source) ?? 0,
      target_id: ids.get(target) ?? -1,
    })),
  );
  if (edges.length > 0) await db.insertInto('dependency').values(edges).execute();
}
