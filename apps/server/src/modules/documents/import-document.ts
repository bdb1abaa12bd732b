import type { Context } from '../../platform/context.ts';
import { receiveFile } from '../../platform/files/received-file.ts';
import { readCompressedFile } from '../../platform/files/stored-file-store.ts';
import { PermanentJobError } from '../../platform/jobs/job-errors.ts';
import type { RunningJob } from '../../platform/jobs/job-handler.ts';
import { findImportTarget } from '../portfolio/import/record-import.ts';
import type { DocumentKind } from './document-kind.ts';
import { temporaryDirectory } from './document-place.ts';
import { RefusedDocumentError } from './refused-document.ts';
import { findPendingUpload, type PendingUpload } from './upload-store.ts';

export type { PendingUpload };

type ImportTarget = NonNullable<Awaited<ReturnType<typeof findImportTarget>>>;

export type ImportJob = RunningJob<{ readonly token: string; readonly projectUuid: string }>;

/**
 * One attempt to import an uploaded document. `apply` commits everything, the end of the upload and of the job
 * included, in one transaction, so that the import is idempotent. Does nothing if the upload was imported before or
 * its project was deleted.
 *
 * Which errors end the import for good is decided here and in `platform/jobs/job-errors.ts`, for every kind of document
 * alike (ADR 0105).
 */
export async function importDocument(
  ctx: Context,
  { table }: DocumentKind,
  job: ImportJob,
  apply: (upload: PendingUpload, target: ImportTarget) => Promise<void>,
): Promise<void> {
  const upload = await findPendingUpload(ctx.db, table, job.payload.token);
  const target = upload && (await findImportTarget(ctx.db, upload.project_id));
  if (!upload || !target) return;
  try {
    await apply(upload, target);
  } catch (error) {
    if (error instanceof RefusedDocumentError) throw new PermanentJobError(error.message, { cause: error });
    throw error;
  }
}

/**
 * Fetches the stored document of an upload onto the disk of this node, compressed as it is, for as long as `use` takes.
 * Throws a `PermanentJobError` if the document was deleted.
 */
export async function withDocument<T>(
  ctx: Context,
  job: ImportJob,
  { file_id }: PendingUpload,
  use: (path: string) => Promise<T>,
): Promise<T> {
  if (file_id === null) throw new PermanentJobError('The document is not stored any more.');
  const place = { directory: temporaryDirectory(ctx.config), maxBytes: Number.MAX_SAFE_INTEGER };
  const file = await receiveFile(place, readCompressedFile(ctx.db, file_id));
  // Reported before anything is read: a document that kills its node is recognised by the phase it reached.
  job.progress(0, undefined, 'reading');
  try {
    return await use(file.path);
  } finally {
    await file.discard();
  }
}
