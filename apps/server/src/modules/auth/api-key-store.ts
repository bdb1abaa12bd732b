import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';

export interface ApiKeyRecord {
  readonly id: number;
  readonly publicId: string;
  readonly legacy: boolean;
  readonly comment: string | null;
  readonly createdAt: Date | string;
  readonly lastUsedAt: Date | string | null;
  readonly expiresAt: Date | string | null;
  readonly isLimited: boolean;
}

export const API_KEY_COLUMNS = [
  'id',
  'public_id as publicId',
  'legacy',
  'comment',
  'created_at as createdAt',
  'last_used_at as lastUsedAt',
  'expires_at as expiresAt',
  'is_limited as isLimited',
] as const;

export async function findApiKey(db: Db, publicIds: readonly string[]): Promise<ApiKeyRecord | undefined> {
  return db
    .selectFrom('api_key')
    .select(API_KEY_COLUMNS)
    .where('public_id', 'in', [...publicIds])
    .executeTakeFirst();
}

interface KeyMaterial {
  readonly publicId: string;
  readonly secretHash: Buffer;
  readonly createdAt: Date;
  readonly expiresAt?: Date | null;
  readonly comment?: string | null;
}

export async function insertApiKey(tx: Tx, teamId: number, key: KeyMaterial): Promise<ApiKeyRecord> {
  const record = await tx
    .insertInto('api_key')
    .values({
      public_id: key.publicId,
      secret_hash: key.secretHash,
      created_at: key.createdAt,
      expires_at: key.expiresAt ?? null,
      comment: key.comment ?? null,
    })
    .returning(API_KEY_COLUMNS)
    .executeTakeFirstOrThrow();
  await tx.insertInto('api_key_team').values({ api_key_id: record.id, team_id: teamId }).execute();
  return record;
}

export async function replaceApiKey(tx: Tx, keyId: number, key: KeyMaterial): Promise<ApiKeyRecord> {
  return tx
    .updateTable('api_key')
    .set({
      public_id: key.publicId,
      secret_hash: key.secretHash,
      created_at: key.createdAt,
      last_used_at: null,
      legacy: false,
    })
    .where('id', '=', keyId)
    .returning(API_KEY_COLUMNS)
    .executeTakeFirstOrThrow();
}

export async function updateApiKeyComment(
  tx: Tx,
  keyId: number,
  comment: string | null,
): Promise<ApiKeyRecord> {
  return tx
    .updateTable('api_key')
    .set({ comment })
    .where('id', '=', keyId)
    .returning(API_KEY_COLUMNS)
    .executeTakeFirstOrThrow();
}

export async function deleteApiKey(tx: Tx, keyId: number): Promise<void> {
  await tx.deleteFrom('api_key').where('id', '=', keyId).execute();
}

/** Deletes the keys that belong to this team only. Keys of several teams stay with the other teams. */
export async function deleteApiKeysOnlyOf(tx: Tx, teamId: number): Promise<void> {
  await sql`
    delete from api_key k
    where exists (select 1 from api_key_team kt where kt.api_key_id = k.id and kt.team_id = ${teamId})
      and not exists (select 1 from api_key_team kt where kt.api_key_id = k.id and kt.team_id <> ${teamId})
  `.execute(tx);
}

/** The key as listed by v2, with teams and projects. */
export interface ManagedApiKeyRow {
  readonly id: number;
  readonly publicId: string;
  readonly comment: string | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly isLimited: boolean;
  readonly teams: readonly { readonly uuid: string; readonly name: string }[];
  readonly projectIds: readonly number[];
}

/** All keys, those of a team, or one. */
export async function listManagedApiKeys(
  db: Db,
  { teamId, id }: { readonly teamId?: number | undefined; readonly id?: number },
): Promise<ManagedApiKeyRow[]> {
  const { rows } = await sql<ManagedApiKeyRow>`
    select k.id, k.public_id as "publicId", k.comment, k.created_at as "createdAt", k.last_used_at as "lastUsedAt",
      k.expires_at as "expiresAt", k.is_limited as "isLimited",
      coalesce((select json_agg(json_build_object('uuid', t.uuid, 'name', t.name) order by t.name)
        from api_key_team kt join team t on t.id = kt.team_id where kt.api_key_id = k.id), '[]') as teams,
      array_to_json(array(select project_id from api_key_project where api_key_id = k.id)) as "projectIds"
    from api_key k
    where ${id === undefined ? sql`true` : sql`k.id = ${id}`}
      and ${
        teamId === undefined
          ? sql`true`
          : sql`exists (select from api_key_team kt where kt.api_key_id = k.id and kt.team_id = ${teamId})`
      }
    order by k.created_at desc, k.id desc
  `.execute(db);
  return rows;
}

/** Null removes the limit. An empty list leaves a key that sees nothing. */
export async function replaceProjectsOfKey(
  tx: Tx,
  keyId: number,
  projectIds: readonly number[] | null,
): Promise<void> {
  await tx
    .updateTable('api_key')
    .set({ is_limited: projectIds !== null })
    .where('id', '=', keyId)
    .execute();
  const kept = [...(projectIds ?? [])];
  await sql`delete from api_key_project where api_key_id = ${keyId} and project_id <> all(${kept}::bigint[])`.execute(
    tx,
  );
  await sql`
    insert into api_key_project (api_key_id, project_id) select ${keyId}, unnest(${kept}::bigint[])
    on conflict do nothing`.execute(tx);
}

export async function updateApiKeyExpiry(tx: Tx, keyId: number, expiresAt: Date | null): Promise<void> {
  await tx.updateTable('api_key').set({ expires_at: expiresAt }).where('id', '=', keyId).execute();
}

export async function copyTeamsOfKey(tx: Tx, fromId: number, toId: number): Promise<void> {
  await sql`
    insert into api_key_team (api_key_id, team_id)
    select ${toId}, team_id from api_key_team where api_key_id = ${fromId}
    on conflict do nothing`.execute(tx);
}

/** Keys that expire until `until` and whose expiry was not notified yet. Marks them as notified. */
export async function markExpiring(
  tx: Tx,
  now: Date,
  until: Date,
): Promise<{ publicId: string; expiresAt: Date; team: string | null }[]> {
  const { rows } = await sql<{ publicId: string; expiresAt: Date; team: string | null }>`
    update api_key k set notified_expiry = expires_at
    where expires_at > ${now} and expires_at <= ${until} and notified_expiry is distinct from expires_at
    returning public_id as "publicId", expires_at as "expiresAt",
      (select t.name from api_key_team kt join team t on t.id = kt.team_id
        where kt.api_key_id = k.id order by t.id limit 1) as team
  `.execute(tx);
  return rows;
}
