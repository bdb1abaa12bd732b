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

/** Nothing when the key is gone. */
export async function replaceApiKey(
  tx: Tx,
  keyId: number,
  key: KeyMaterial,
): Promise<ApiKeyRecord | undefined> {
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
    .executeTakeFirst();
}

export async function updateApiKeyComment(
  tx: Tx,
  publicIds: readonly string[],
  comment: string | null,
): Promise<ApiKeyRecord | undefined> {
  return tx
    .updateTable('api_key')
    .set({ comment })
    .where('public_id', 'in', [...publicIds])
    .returning(API_KEY_COLUMNS)
    .executeTakeFirst();
}

export async function deleteApiKey(tx: Tx, publicIds: readonly string[]): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('api_key')
    .where('public_id', 'in', [...publicIds])
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** A key that belongs to other teams as well lives on with them. */
export async function deleteApiKeysOnlyOf(tx: Tx, teamId: number): Promise<void> {
  await sql`
    delete from api_key k
    where exists (select 1 from api_key_team kt where kt.api_key_id = k.id and kt.team_id = ${teamId})
      and not exists (select 1 from api_key_team kt where kt.api_key_id = k.id and kt.team_id <> ${teamId})
  `.execute(tx);
}
