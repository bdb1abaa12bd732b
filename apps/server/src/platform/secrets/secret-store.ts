import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import type { Sealed } from './seal.ts';
import type { SecretDetails } from './secrets.ts';

export async function listSecrets(db: Db): Promise<SecretDetails[]> {
  return (await selectDetails(db).orderBy('name').execute()).map(toDetails);
}

export async function findSecret(db: Db, name: string): Promise<SecretDetails | undefined> {
  const row = await selectDetails(db).where('name', '=', name).executeTakeFirst();
  return row && toDetails(row);
}

function selectDetails(db: Db) {
  return db.selectFrom('secret').select(['name', 'description', 'created_at', 'updated_at']);
}

function toDetails(row: {
  name: string;
  description: string | null;
  created_at: Date;
  updated_at: Date | null;
}): SecretDetails {
  return {
    name: row.name,
    description: row.description ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at ?? undefined,
  };
}

export async function findSealed(db: Db, name: string): Promise<Sealed | undefined> {
  return db
    .selectFrom('secret')
    .select(['key_id as keyId', 'nonce', 'ciphertext'])
    .where('name', '=', name)
    .executeTakeFirst();
}

/** Locks and returns the secrets of other keys. */
export async function lockSealedUnderOthers(tx: Tx, keyId: string): Promise<(Sealed & { name: string })[]> {
  return tx
    .selectFrom('secret')
    .select(['name', 'key_id as keyId', 'nonce', 'ciphertext'])
    .where('key_id', '<>', keyId)
    .orderBy('name')
    .forUpdate()
    .execute();
}

/** Returns false if the name is taken. */
export async function insertSecret(
  tx: Tx,
  name: string,
  description: string | undefined,
  { keyId, nonce, ciphertext }: Sealed,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('secret')
    .values({ name, description: description ?? null, key_id: keyId, nonce, ciphertext })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function updateSealed(
  tx: Tx,
  name: string,
  { keyId, nonce, ciphertext }: Sealed,
): Promise<void> {
  await tx.updateTable('secret').set({ key_id: keyId, nonce, ciphertext }).where('name', '=', name).execute();
}

export async function updateDescription(tx: Tx, name: string, description: string | null): Promise<void> {
  await tx.updateTable('secret').set({ description }).where('name', '=', name).execute();
}

export async function touchSecret(tx: Tx, name: string): Promise<void> {
  await tx.updateTable('secret').set({ updated_at: sql`now()` }).where('name', '=', name).execute();
}

export async function deleteSecret(tx: Tx, name: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('secret').where('name', '=', name).executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}
