import type { SourceDatabase } from './source-database-store.ts';
import type { SourceProject, SourceTeam } from './source-records.ts';
import { toUuid } from './source-values.ts';

/** A value that belongs to the row with the id `owner`. */
export interface Owned<Value> {
  readonly owner: number;
  readonly value: Value;
}

/** Returns a function that lists the values of an owner. */
export function groupByOwner<Value>(owned: readonly Owned<Value>[]): (id: unknown) => Value[] {
  const byOwner = Map.groupBy(owned, ({ owner }) => owner);
  return (id) => (byOwner.get(Number(id)) ?? []).map(({ value }) => value);
}

export async function listProjects(
  database: SourceDatabase,
  table: string,
  owner: string,
): Promise<Owned<SourceProject>[]> {
  const rows = await database.query<{ owner: number; uuid: string; name: string; version: string | null }>(`
    select link."${owner}" as owner, project."UUID"::text as uuid, project."NAME" as name,
      project."VERSION" as version
    from "${table}" link join "PROJECT" project on project."ID" = link."PROJECT_ID"
    order by 1, project."ID"`);
  return rows.map(({ owner: id, uuid, name, version }) => ({
    owner: Number(id),
    value: { uuid: toUuid(uuid), name, version },
  }));
}

/** Empty if the release has no such table. */
export async function listTags(
  database: SourceDatabase,
  table: string,
  owner: string,
): Promise<Owned<string>[]> {
  if (!database.tables.has(table)) return [];
  const rows = await database.query<Owned<string>>(`
    select link."${owner}" as owner, tag."NAME" as value
    from "${table}" link join "TAG" tag on tag."ID" = link."TAG_ID" order by 1, 2`);
  return rows.map(({ owner: id, value }) => ({ owner: Number(id), value }));
}

export async function listTeams(
  database: SourceDatabase,
  table: string,
  owner: string,
): Promise<Owned<SourceTeam>[]> {
  if (!database.tables.has(table) || !database.tables.has('TEAM')) return [];
  const rows = await database.query<{ owner: number; uuid: string; name: string }>(`
    select link."${owner}" as owner, team."UUID"::text as uuid, team."NAME" as name
    from "${table}" link join "TEAM" team on team."ID" = link."TEAM_ID" order by 1, team."NAME"`);
  return rows.map(({ owner: id, uuid, name }) => ({
    owner: Number(id),
    value: { uuid: toUuid(uuid), name },
  }));
}
