import type { Context } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/db/database.ts';
import type { Decider } from '../decision.ts';
import { recordDecisions } from '../record-decisions.ts';
import { listExpired, listStandingDecisions, lockFindings } from './decision-store.ts';
import { enqueuePolicies } from './enqueue-policies.ts';

const EXPIRY: Decider = { kind: 'EXPIRY', name: 'Expiry' };

/** Findings per transaction. Limits how long others wait for the locks. */
const BLOCK_SIZE = 2_000;

/** Restores what held before each expired decision. Returns the number of findings. */
export async function expireDecisions(ctx: Context): Promise<number> {
  for (let total = 0; ; ) {
    const expired = await inTransaction(ctx.db, (tx) => expireBlock(ctx, tx));
    total += expired;
    if (expired < BLOCK_SIZE) return total;
  }
}

async function expireBlock(ctx: Context, tx: Tx): Promise<number> {
  const now = ctx.now();
  const findings = await listExpired(tx, now, BLOCK_SIZE);
  if (findings.length === 0) return 0;
  await lockFindings(tx, findings);
  // Another decision may have been recorded before the lock was acquired.
  const standing = await listStandingDecisions(tx, findings);
  const decisions = standing
    .filter(({ expiresAt }) => expiresAt !== null && expiresAt <= now)
    .map(({ componentId, vulnerabilityId, beforeExpiry }) => ({
      componentId,
      vulnerabilityId,
      fields: beforeExpiry?.fields ?? {},
      expiresAt: null,
      note: 'The decision has expired.',
    }));
  await recordDecisions(tx, { by: EXPIRY, now }, decisions);
  // The restored decision may be that of a policy that has changed since.
  if (standing.some(({ beforeExpiry }) => beforeExpiry?.policy)) await enqueuePolicies(ctx, tx);
  return decisions.length;
}
