import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';

export async function getPolicyGeneration(db: Db): Promise<number> {
  const row = await db.selectFrom('policy_generation').select('generation').executeTakeFirstOrThrow();
  return row.generation;
}

/** No change of a policy commits until the transaction ends. */
export async function lockPolicyGeneration(tx: Tx): Promise<number> {
  const row = await tx
    .selectFrom('policy_generation')
    .select('generation')
    .forShare()
    .executeTakeFirstOrThrow();
  return row.generation;
}

export async function advancePolicyGeneration(tx: Tx): Promise<void> {
  await sql`update policy_generation set generation = generation + 1`.execute(tx);
}
