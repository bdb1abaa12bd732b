import type { Db } from '../../platform/db/database.ts';
import { policyNotFound } from './policy-errors.ts';
import { findTagsOfPolicy } from './policy-store.ts';

/** Throws if no such policy exists. */
export async function listPolicyTags(db: Db, uuid: string): Promise<string[]> {
  const tags = await findTagsOfPolicy(db, uuid);
  if (!tags) throw policyNotFound();
  return tags;
}
