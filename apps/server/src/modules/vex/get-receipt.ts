import type { Readable } from 'node:stream';
import { VEX_OUTCOMES, type VexOutcome } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { readStoredFile } from '../../platform/files/stored-file-store.ts';
import type { Page, Paged } from '../../platform/http/paging.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { getProjectId } from '../portfolio/projects/get-project-id.ts';
import { accessDenied } from '../portfolio/projects/project-errors.ts';
import { presentHead, presentReceipt } from './present-receipt.ts';
import { receiptExpired, receiptNotFound } from './vex-refusals.ts';
import { findUpload, listUploads, type UploadRow } from './vex-store.ts';

interface EntryQuery {
  readonly fate?: string | undefined;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

/** Returns the receipt of an import as JSON. It has no entries until the import is done. */
export async function getReceipt(
  ctx: Context,
  principal: Principal,
  token: string,
  { fate, ...page }: EntryQuery,
): Promise<Readable> {
  const selection = { ...page, outcome: fate === undefined ? undefined : parseOutcome(fate) };
  const upload = await findUpload(ctx.db, principal, token);
  if (!upload) throw receiptNotFound();
  if (!upload.accessible) throw accessDenied();
  const { receipt_file_id: file } = upload;
  if (file === null && upload.state === 'PROCESSED') throw receiptExpired();
  return presentReceipt(
    presentHead(upload),
    file === null ? undefined : readStoredFile(ctx.db, file),
    selection,
  );
}

export async function listImports(
  ctx: Context,
  principal: Principal,
  projectUuid: string,
  page: Page,
): Promise<Paged<UploadRow>> {
  return listUploads(ctx.db, await getProjectId(ctx.db, principal, projectUuid), page);
}

function parseOutcome(text: string): VexOutcome {
  const normalized = text.trim().toLowerCase();
  const known = VEX_OUTCOMES.find((outcome) => outcome === normalized);
  if (known) return known;
  const message = `must be one of ${VEX_OUTCOMES.join(', ')}`;
  throw new AppError('invalid', `The parameter fate ${message}.`, {
    errors: [{ path: 'query/fate', message }],
  });
}
