import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database.ts';

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const { total } = await db
    .selectFrom('recovery_code')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return total;
}

export async function replaceRecoveryCodes(tx: Tx, userId: number, hashes: readonly Buffer[]): Promise<void> {
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
  if (hashes.length === 0) return;
  await sql`
    insert into recovery_code (user_id, code_hash) select ${userId}, unnest(${[...hashes]}::bytea[])
  `.execute(tx);
}

/** Returns false if the code does not exist or was already used. */
export async function consumeRecoveryCode(
  tx: Tx,
  userId: number,
  codeHash: Buffer,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_code')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
