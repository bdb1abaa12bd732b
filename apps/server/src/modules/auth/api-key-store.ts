import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';

export interface ApiKeyRecord {
  readonly id: number;
  readonly publicId: string;
  readonly legacy: boolean;
  readonly comment: string | null;
  readonly createdAt: Date | string;
  readonly lastUsedAt: Date | string | null;
}

export const API_KEY_COLUMNS = [
  'id',
  'public_id as publicId',
  'legacy',
  'comment',
  'created_at as createdAt',
  'last_used_at as lastUsedAt',
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
}

export async function insertApiKey(tx: Tx, teamId: number, key: KeyMaterial): Promise<ApiKeyRecord> {
  const record = await tx
    .insertInto('api_key')
    .values({ public_id: key.publicId, secret_hash: key.secretHash, created_at: key.createdAt })
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
