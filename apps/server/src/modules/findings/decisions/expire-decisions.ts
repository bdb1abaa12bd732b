import type { Context } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/db/database.ts';
import type { Decider } from '../decision.ts';
import { recordDecisions } from '../record-decisions.ts';
import { listExpired, listStandingDecisions, lockFindings } from './decision-store.ts';
import { enqueuePolicies } from './enqueue-policies.ts';

const EXPIRY: Decider = { kind: 'EXPIRY', name: 'Expiry' };

/** A transaction each, so that people need not wait long for findings that are being worked on. */
const FINDINGS_AT_ONCE = 2_000;

/** Puts back what held before each decision whose time has passed. Answers on how many findings. */
export async function expireDecisions(ctx: Context): Promise<number> {
  for (let total = 0; ; ) {
    const expired = await inTransaction(ctx.db, (tx) => expireSome(ctx, tx));
    total += expired;
    if (expired < FINDINGS_AT_ONCE) return total;
  }
}

async function expireSome(ctx: Context, tx: Tx): Promise<number> {
  const now = ctx.now();
  const findings = await listExpired(tx, now, FINDINGS_AT_ONCE);
  if (findings.length === 0) return 0;
  await lockFindings(tx, findings);
  // Somebody may have decided otherwise before the lock was had.
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
  // What a policy had decided holds again, although the policy may say something else by now.
  if (standing.some(({ beforeExpiry }) => beforeExpiry?.policy)) await enqueuePolicies(ctx, tx);
  return decisions.length;
}
