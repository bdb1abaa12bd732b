import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { ReceivedFile } from '../../platform/files/received-file.ts';
import {
  type DocumentRefusal,
  RefusedDocumentError,
  toErrorTexts,
} from '../cyclonedx-mapping/refused-document.ts';
import { emitEvents } from '../notifications/emit-events.ts';
import { bomValidationFailed, type ProjectSubject } from '../notifications/project-events.ts';
import type { UploadTarget } from '../portfolio/upload-target.ts';
import { isValidated, requireEnabled } from '../settings/validation-mode.ts';
import { invalidBom } from './bom-refusals.ts';
import { findSameDocument } from './bom-store.ts';
import { type BomThreads, readBomKind } from './bom-threads.ts';
import type { Submission } from './to-submission.ts';

/** What is known about a document before it is imported. */
export interface InspectedBom {
  readonly format: string;
  readonly spec_version: string;
  readonly validated: boolean;
  /** Where the same document is kept already. */
  readonly fileId: number | undefined;
}

/**
 * Holds a document against the schema of its version, where the settings say so; otherwise it must at least be
 * CycloneDX. What was validated before, byte for byte, is not validated again.
 */
export async function inspectBom(
  ctx: Context,
  threads: BomThreads,
  target: UploadTarget | Submission,
  document: ReceivedFile,
): Promise<InspectedBom> {
  const subject = 'subject' in target ? target.subject : toSubject(target);
  const [validated, same] = await Promise.all([
    isValidated(ctx.db, subject.tags),
    'subject' in target ? findSameDocument(ctx.db, target.id, document.sha256) : undefined,
    requireEnabled(ctx.db),
  ]);
  if (same && (same.validated || !validated)) {
    const { format, spec_version, file_id } = same;
    return { format, spec_version, validated: same.validated, fileId: file_id ?? undefined };
  }
  const { format, specVersion } = await read(ctx, threads, validated, subject, document.path);
  return {
    format: format.toUpperCase(),
    spec_version: specVersion,
    validated,
    fileId: same?.file_id ?? undefined,
  };
}

async function read(
  ctx: Context,
  threads: BomThreads,
  validated: boolean,
  subject: ProjectSubject,
  path: string,
) {
  try {
    const maxBytes = ctx.config['svc.bom.max-bytes'];
    return await readBomKind(threads, { kind: validated ? 'validate' : 'inspect', path, maxBytes });
  } catch (error) {
    if (!(error instanceof RefusedDocumentError)) throw error;
    await tellOf(ctx, subject, error.refusal);
    throw invalidBom(error.refusal);
  }
}

async function tellOf(ctx: Context, subject: ProjectSubject, refusal: DocumentRefusal): Promise<void> {
  const event = bomValidationFailed(subject, refusal.specVersion ?? '', toErrorTexts(refusal));
  // A project that would have been created has no UUID yet.
  const { projectUuid, ...unnamed } = event;
  await inTransaction(ctx.db, (tx) => emitEvents(tx, ctx.now(), [projectUuid ? event : unnamed]));
}

function toSubject({ target, tags = [], isActive = true }: Submission): ProjectSubject {
  const named = 'uuid' in target ? { uuid: target.uuid, name: '' } : { uuid: '', name: target.name };
  const version = 'uuid' in target ? undefined : (target.version ?? undefined);
  return { ...named, version, tags, isActive };
}
