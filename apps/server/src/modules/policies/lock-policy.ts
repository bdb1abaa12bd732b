import type { Tx } from '../../platform/db/database.ts';
import { conditionNotFound, policyNotFound } from './policy-errors.ts';
import * as store from './policy-store.ts';

/** Locks the policy until the transaction ends and returns its id. Throws if no such policy exists. */
export async function lockPolicy(tx: Tx, uuid: string): Promise<number> {
  const id = await store.lockPolicy(tx, uuid);
  if (id === undefined) throw policyNotFound();
  return id;
}

/** Locks the condition and its policy until the transaction ends. Throws if no such condition exists. */
export async function lockCondition(tx: Tx, uuid: string): Promise<store.LockedCondition> {
  const condition = await store.lockCondition(tx, uuid);
  if (!condition) throw conditionNotFound();
  return condition;
}
