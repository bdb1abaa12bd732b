import { LENIENT_UPLOADS } from '@tallyman/contract';
import type { IgnoredViolations } from '@tallyman/cyclonedx';
import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { ReceivedFile } from '../../platform/files/received-file.ts';
import {
  type DocumentRefusal,
  RefusedDocumentError,
  refuseDocument,
  toErrorTexts,
} from '../cyclonedx-mapping/refused-document.ts';
import { emitEvents } from '../notifications/emit-events.ts';
import { bomValidationFailed, type ProjectSubject } from '../notifications/project-events.ts';
import { hasSwitchedOn } from '../portfolio/project-switch.ts';
import type { UploadTarget } from '../portfolio/upload-target.ts';
import { isValidated, requireEnabled, toValidation } from '../settings/validation-mode.ts';
import { findSameDocument } from './bom-store.ts';
import { type BomThreads, readBomKind } from './bom-threads.ts';
import type { KindTask } from './import/bom-task.ts';
import type { Submission } from './to-submission.ts';

/** What is known about a document before it is imported. */
export interface InspectedBom {
  readonly format: string;
  readonly spec_version: string;
  /** Whether it keeps to the schema of its version, so that the same bytes need not be held against it again. */
  readonly validated: boolean;
  readonly ignored: IgnoredViolations | undefined;
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
  const [validated, lenient, same] = await Promise.all([
    isValidated(ctx.db, subject.tags),
    'subject' in target ? hasSwitchedOn(ctx.db, target.id, LENIENT_UPLOADS) : false,
    'subject' in target ? findSameDocument(ctx.db, target.id, document.sha256) : undefined,
    requireEnabled(ctx.db),
  ]);
  if (same && (same.validated || !validated)) {
    const { format, spec_version, file_id } = same;
    const fileId = file_id ?? undefined;
    return { format, spec_version, validated: same.validated, ignored: undefined, fileId };
  }
  const validation = toValidation(validated, lenient);
  const { format, specVersion, ignored } = await read(ctx, threads, validation, subject, document.path);
  return {
    format: format.toUpperCase(),
    spec_version: specVersion,
    validated: validated && !ignored?.violations.length,
    ignored,
    fileId: same?.file_id ?? undefined,
  };
}

async function read(
  ctx: Context,
  threads: BomThreads,
  validation: KindTask['validation'],
  subject: ProjectSubject,
  path: string,
) {
  try {
    const maxBytes = ctx.config['svc.bom.max-bytes'];
    return await readBomKind(threads, { kind: 'inspect', validation, path, maxBytes });
  } catch (error) {
    if (!(error instanceof RefusedDocumentError)) throw error;
    await tellOf(ctx, subject, error.refusal);
    const { refusal } = error;
    const hinted = validation === 'strict' ? { ...refusal, hint: ALLOW_LENIENT } : refusal;
    throw refuseDocument(hinted, refusal.message);
  }
}

const ALLOW_LENIENT =
  `To have violations ignored that do not concern the identity of components, set the project property ` +
  `${LENIENT_UPLOADS.groupName}/${LENIENT_UPLOADS.propertyName} to true.`;

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
