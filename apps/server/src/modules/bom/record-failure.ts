import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { toStorableText } from '../../platform/db/storable-text.ts';
import type { GivenUpJob } from '../../platform/jobs/job-handler.ts';
import { emitEvents } from '../notifications/emit-events.ts';
import { bomProcessingFailed } from '../notifications/project-events.ts';
import { findImportTarget } from '../portfolio/record-import.ts';
import { findPending, finishUpload } from './bom-store.ts';

/** The upload failed, and whoever follows the project is notified. Nothing happens if the upload has ended before. */
export async function recordFailure(
  ctx: Context,
  tx: Tx,
  { payload, reason }: GivenUpJob<{ readonly token: string }>,
): Promise<void> {
  const upload = await findPending(tx, payload.token);
  const target = upload && (await findImportTarget(tx, upload.project_id));
  if (!upload || !target) return;
  const now = ctx.now();
  const cause = toStorableText(reason);
  if (!(await finishUpload(tx, upload.id, { state: 'FAILED', processed_at: now, failure: cause }))) return;
  const subject = { project: target.subject, specVersion: upload.spec_version, token: upload.token };
  await emitEvents(tx, now, [bomProcessingFailed(subject, cause)]);
}
