import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { Sealed } from '../../../platform/secrets/seal.ts';

type FactorKind = 'TOTP' | 'WEBAUTHN';

export interface FactorRecord {
  readonly uuid: string;
  readonly kind: FactorKind;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

export interface TotpRecord extends Sealed {
  readonly id: number;
  readonly uuid: string;
}

export interface WebAuthnRecord {
  readonly id: number;
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly signCount: number;
  readonly rpId: string;
}

/** Without authenticator apps that are not confirmed. */
export async function listFactors(db: Db, userId: number): Promise<FactorRecord[]> {
  return db
    .selectFrom('second_factor')
    .select(['uuid', 'kind', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .orderBy('id')
    .$narrowType<{ kind: FactorKind }>()
    .execute();
}

/** Locks the factors of the user until the transaction ends. */
export async function lockFactorsOf(tx: Tx, userId: number): Promise<void> {
  await sql`select from app_user where id = ${userId} for update`.execute(tx);
}

export async function countAllFactors(db: Db, userId: number): Promise<number> {
  const { total } = await db
    .selectFrom('second_factor')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return total;
}

interface NewFactor {
  readonly uuid: string;
  readonly userId: number;
  readonly name: string;
  readonly createdAt: Date;
}

/** Replaces authenticator apps that were never confirmed. */
export async function insertTotp(
  tx: Tx,
  { uuid, userId, name, createdAt }: NewFactor,
  { keyId, nonce, ciphertext }: Sealed,
): Promise<void> {
  await tx
    .deleteFrom('second_factor')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .execute();
  await tx
    .insertInto('second_factor')
    .values({
      uuid,
      user_id: userId,
      kind: 'TOTP',
      name,
      created_at: createdAt,
      key_id: keyId,
      nonce,
      ciphertext,
    })
    .execute();
}

const TOTP_COLUMNS = ['id', 'uuid', 'key_id as keyId', 'nonce', 'ciphertext'] as const;

export async function listTotps(
  db: Db,
  userId: number,
  state: 'confirmed' | 'pending',
): Promise<TotpRecord[]> {
  return db
    .selectFrom('second_factor')
    .select(TOTP_COLUMNS)
    .where('user_id', '=', userId)
    .where('kind', '=', 'TOTP')
    .where('confirmed_at', state === 'confirmed' ? 'is not' : 'is', null)
    .orderBy('id')
    .$narrowType<{ keyId: string; nonce: Buffer; ciphertext: Buffer }>()
    .execute();
}

/** Returns false if a code of this step or a later one was already accepted. */
export async function claimStep(tx: Tx, id: number, step: number, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('second_factor')
    .set({ last_step: step, last_used_at: at })
    .where('id', '=', id)
    .where((row) => row.or([row('last_step', 'is', null), row('last_step', '<', step)]))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function confirmFactor(tx: Tx, id: number, at: Date): Promise<void> {
  await tx.updateTable('second_factor').set({ confirmed_at: at }).where('id', '=', id).execute();
}

export async function resealTotp(tx: Tx, id: number, { keyId, nonce, ciphertext }: Sealed): Promise<void> {
  await tx
    .updateTable('second_factor')
    .set({ key_id: keyId, nonce, ciphertext })
    .where('id', '=', id)
    .execute();
}

interface NewCredential {
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly signCount: number;
  readonly rpId: string;
}

/** Returns false if the credential is already registered. */
export async function insertWebAuthn(
  tx: Tx,
  { uuid, userId, name, createdAt }: NewFactor,
  { credentialId, publicKey, signCount, rpId }: NewCredential,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('second_factor')
    .values({
      ...{ uuid, user_id: userId, kind: 'WEBAUTHN', name, created_at: createdAt, confirmed_at: createdAt },
      ...{ credential_id: credentialId, public_key: publicKey, sign_count: signCount, rp_id: rpId },
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function listWebAuthns(db: Db, userId: number): Promise<WebAuthnRecord[]> {
  return db
    .selectFrom('second_factor')
    .select(['id', 'credential_id as credentialId', 'public_key as publicKey', 'rp_id as rpId'])
    .select('sign_count as signCount')
    .where('user_id', '=', userId)
    .where('kind', '=', 'WEBAUTHN')
    .orderBy('id')
    .$narrowType<{ credentialId: string; publicKey: Buffer; rpId: string; signCount: number }>()
    .execute();
}

export async function recordAssertion(tx: Tx, id: number, signCount: number, at: Date): Promise<void> {
  await tx
    .updateTable('second_factor')
    .set({ sign_count: signCount, last_used_at: at })
    .where('id', '=', id)
    .execute();
}

/** Returns false if the user has no such factor that is confirmed. */
export async function updateFactorName(tx: Tx, userId: number, uuid: string, name: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('second_factor')
    .set({ name })
    .where('user_id', '=', userId)
    .where('uuid', '=', uuid)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function deleteFactor(tx: Tx, userId: number, uuid: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('second_factor')
    .where('user_id', '=', userId)
    .where('uuid', '=', uuid)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

export async function deleteFactorsOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('second_factor').where('user_id', '=', userId).execute();
}
