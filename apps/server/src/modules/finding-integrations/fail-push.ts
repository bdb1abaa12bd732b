import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { toStorableText } from '../../platform/db/storable-text.ts';
import type { JobFailure } from '../../platform/jobs/job-handler.ts';
import { emitEvents } from '../notifications/emit-events.ts';
import { pushFailed } from '../notifications/system-events.ts';
import { endLastAttempt, endPush, hasFailedAlike } from './finding-push-store.ts';
import { getIntegration } from './integrations.ts';

const MAX_REASON_LENGTH = 2_000;
const HOUR_MS = 3_600_000;

/**
 * Ends a push as failed. Emits a notification unless another push failed for the same reason within an hour: if a server
 * is unreachable, the pushes of all projects fail.
 */
export async function failPush(
  ctx: Context,
  tx: Tx,
  { payload, reason }: JobFailure<{ readonly push: string }>,
): Promise<void> {
  const now = ctx.now();
  const failure = toStorableText(reason).slice(0, MAX_REASON_LENGTH);
  const push = await endPush(tx, payload.push, now, failure);
  if (!push) return;
  await endLastAttempt(tx, push.id, now, failure);
  if (await hasFailedAlike(tx, push, failure, new Date(now.getTime() - HOUR_MS))) return;
  const { displayName } = getIntegration(push.integration);
  await emitEvents(tx, now, [pushFailed(displayName, payload.push, failure)]);
}
