import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database.ts';

export interface OidcGroupRecord {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
}

export interface OidcMappingRecord {
  readonly uuid: string;
  readonly teamId: number;
  readonly groupId: number;
}

export async function listOidcGroups(db: Db): Promise<OidcGroupRecord[]> {
  return db.selectFrom('oidc_group').select(['id', 'uuid', 'name']).orderBy('name').execute();
}

export async function findOidcGroup(db: Db, uuid: string): Promise<OidcGroupRecord | undefined> {
  return db
    .selectFrom('oidc_group')
    .select(['id', 'uuid', 'name'])
    .where('uuid', '=', uuid)
    .executeTakeFirst();
}

export async function findOidcGroupNamed(db: Db, name: string): Promise<OidcGroupRecord | undefined> {
  return db
    .selectFrom('oidc_group')
    .select(['id', 'uuid', 'name'])
    .where('name', '=', name)
    .executeTakeFirst();
}

export async function insertOidcGroup(tx: Tx, group: Omit<OidcGroupRecord, 'id'>): Promise<void> {
  await tx.insertInto('oidc_group').values({ uuid: group.uuid, name: group.name }).execute();
}

export async function updateOidcGroupName(tx: Tx, id: number, name: string): Promise<void> {
  await tx.updateTable('oidc_group').set({ name }).where('id', '=', id).execute();
}

export async function deleteOidcGroupById(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('oidc_group').where('id', '=', id).execute();
}

export async function listTeamIdsOfGroup(db: Db, groupId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('oidc_group_mapping')
    .select('team_id')
    .where('group_id', '=', groupId)
    .execute();
  return rows.map((row) => row.team_id);
}

const MAPPING_COLUMNS = ['uuid', 'team_id as teamId', 'group_id as groupId'] as const;

export async function findOidcMapping(db: Db, uuid: string): Promise<OidcMappingRecord | undefined> {
  return db
    .selectFrom('oidc_group_mapping')
    .select(MAPPING_COLUMNS)
    .where('uuid', '=', uuid)
    .executeTakeFirst();
}

export async function findOidcMappingOf(
  db: Db,
  groupUuid: string,
  teamUuid: string,
): Promise<OidcMappingRecord | undefined> {
  const { rows } = await sql<OidcMappingRecord>`
    select m.uuid, m.team_id as "teamId", m.group_id as "groupId"
    from oidc_group_mapping m join oidc_group g on g.id = m.group_id join team t on t.id = m.team_id
    where g.uuid = ${groupUuid} and t.uuid = ${teamUuid}
  `.execute(db);
  return rows[0];
}

/** Returns the mapping that exists, with its own UUID, if the team is already mapped. */
export async function insertOidcMapping(tx: Tx, mapping: OidcMappingRecord): Promise<OidcMappingRecord> {
  return tx
    .insertInto('oidc_group_mapping')
    .values({ uuid: mapping.uuid, team_id: mapping.teamId, group_id: mapping.groupId })
    .onConflict((conflict) =>
      // Changes nothing, but returns the row.
      conflict.columns(['team_id', 'group_id']).doUpdateSet({ team_id: mapping.teamId }),
    )
    .returning(MAPPING_COLUMNS)
    .executeTakeFirstOrThrow();
}

export async function deleteOidcMappingByUuid(tx: Tx, uuid: string): Promise<void> {
  await tx.deleteFrom('oidc_group_mapping').where('uuid', '=', uuid).execute();
}
