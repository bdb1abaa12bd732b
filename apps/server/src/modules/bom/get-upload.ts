import type { Readable } from 'node:stream';
import type { Context } from '../../platform/context.ts';
import { readStoredFile } from '../../platform/files/stored-file-store.ts';
import type { Page, Paged } from '../../platform/http/paging.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { getProjectId } from '../portfolio/projects/get-project-id.ts';
import { accessDenied } from '../portfolio/projects/project-errors.ts';
import { documentExpired, uploadNotFound } from './bom-refusals.ts';
import { findUpload, listUploads, type UploadRow } from './bom-store.ts';

export async function getUpload(ctx: Context, principal: Principal, token: string): Promise<UploadRow> {
  const upload = await findUpload(ctx.db, principal, token);
  if (!upload) throw uploadNotFound();
  if (!upload.accessible) throw accessDenied();
  return upload;
}

export async function listProjectUploads(
  ctx: Context,
  principal: Principal,
  uuid: string,
  page: Page,
): Promise<Paged<UploadRow>> {
  return listUploads(ctx.db, await getProjectId(ctx.db, principal, uuid), page);
}

interface Document {
  readonly content: Readable;
  readonly mediaType: string;
  readonly fileName: string;
}

/** Opens the document as it was uploaded, as a stream. */
export async function openDocument(ctx: Context, principal: Principal, token: string): Promise<Document> {
  const { file_id, format } = await getUpload(ctx, principal, token);
  if (file_id === null) throw documentExpired();
  const kind = format.toLowerCase();
  return {
    content: readStoredFile(ctx.db, file_id),
    mediaType: `application/vnd.cyclonedx+${kind}`,
    fileName: `${token}.cdx.${kind}`,
  };
}
