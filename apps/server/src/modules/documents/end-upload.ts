import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { toStorableText } from '../../platform/db/storable-text.ts';
import type { JobFailure } from '../../platform/jobs/job-handler.ts';
import type { DocumentKind, UploadTable } from './document-kind.ts';
import {
  findPendingUpload,
  type PendingUpload,
  type UploadOutcome,
  updatePendingUpload,
} from './upload-store.ts';

/** Records the outcome of an import. */
export async function recordOutcome<Table extends UploadTable>(
  tx: Tx,
  { table }: DocumentKind<Table>,
  { id }: Pick<PendingUpload, 'id'>,
  outcome: UploadOutcome<Table>,
): Promise<void> {
  await updatePendingUpload(tx, table, id, outcome);
}

interface FailedUpload extends PendingUpload {
  readonly failure: string;
}

/** Records why an import failed. Returns undefined, and changes nothing, if the upload has ended before. */
export async function recordFailure(
  ctx: Context,
  tx: Tx,
  { table }: DocumentKind,
  { payload, reason }: JobFailure<{ readonly token: string }>,
): Promise<FailedUpload | undefined> {
  const upload = await findPendingUpload(tx, table, payload.token);
  if (!upload) return undefined;
  const failure = toStorableText(reason);
  const outcome = { state: 'FAILED', processed_at: ctx.now(), failure } as const;
  return (await updatePendingUpload(tx, table, upload.id, outcome)) ? { ...upload, failure } : undefined;
}
