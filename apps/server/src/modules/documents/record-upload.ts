import { createReadStream } from 'node:fs';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { ReceivedFile } from '../../platform/files/received-file.ts';
import { storeFile } from '../../platform/files/stored-file-store.ts';
import { type Principal, toTurnName } from '../../platform/http/principal.ts';
import { newUuid } from '../../platform/ids.ts';
import type { DocumentKind, UploadTable } from './document-kind.ts';
import { insertUpload, lockFile, type NewUpload } from './upload-store.ts';

const READ_BYTES = 256 * 1024;

/** Stores a received document and returns its id. The same bytes of an earlier upload are not stored again. */
export async function storeDocument(
  tx: Tx,
  { fileKind }: Pick<DocumentKind, 'fileKind'>,
  document: ReceivedFile,
  storedFileId?: number,
): Promise<number> {
  if (storedFileId !== undefined && (await lockFile(tx, storedFileId))) return storedFileId;
  const content = createReadStream(document.path, { highWaterMark: READ_BYTES });
  return storeFile(tx, fileKind, document, content);
}

interface AcceptedUpload {
  readonly token: string;
  readonly projectUuid: string;
}

interface Acceptance<Table extends UploadTable> {
  readonly principal: Principal;
  readonly project: { readonly id: number; readonly uuid: string };
  readonly document: ReceivedFile;
  /** The columns that the kind knows: the stored file, format, version and its own. */
  readonly columns: NewUpload<Table>;
}

/** Records an accepted upload and enqueues its import. From the commit on the import is certain to be attempted. */
export async function recordUpload<Table extends UploadTable>(
  ctx: Context,
  tx: Tx,
  { table, job }: DocumentKind<Table>,
  { principal, project, document, columns }: Acceptance<Table>,
): Promise<AcceptedUpload> {
  const token = newUuid();
  const { sha256, size } = document;
  await insertUpload(tx, table, columns, {
    ...{ token, project_id: project.id, sha256, size },
    ...{ uploaded_by: principal.name, uploaded_at: ctx.now(), state: 'PENDING' },
  });
  const turn = { principal: toTurnName(principal), bytes: size };
  await ctx.jobs.enqueue(tx, job, { token, projectUuid: project.uuid }, { token, turn });
  return { token, projectUuid: project.uuid };
}
