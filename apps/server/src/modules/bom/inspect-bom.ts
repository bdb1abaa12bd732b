import { LENIENT_UPLOADS } from '@tallyman/contract';
import type { IgnoredViolations } from '@tallyman/cyclonedx';
import type { Context } from '../../platform/context.ts';
import type { ReceivedFile } from '../../platform/files/received-file.ts';
import { inspectDocument } from '../documents/inspect-document.ts';
import { refuseDocument } from '../documents/refused-document.ts';
import type { ProjectSubject } from '../notifications/project-events.ts';
import { isProjectSwitchOn } from '../portfolio/projects/is-project-switch-on.ts';
import type { UploadTarget } from '../portfolio/projects/upload-target.ts';
import { isValidated, requireEnabled, toValidation } from '../settings/validation-mode.ts';
import { BOM_KIND } from './bom-kind.ts';
import { findSameDocument } from './bom-store.ts';
import { type BomThreads, readBomKind } from './bom-threads.ts';
import type { InspectedKind, KindTask } from './import/bom-task.ts';
import type { Submission } from './to-submission.ts';

/** Facts about a document before it is imported, as columns of its upload. */
export interface InspectedBom {
  readonly format: string;
  readonly spec_version: string;
  /** Whether it conforms to the schema of its version, so that the same bytes need not be validated again. */
  readonly validated: boolean;
  readonly ignored: IgnoredViolations | undefined;
  /** The stored file of an earlier upload of the same bytes. */
  readonly storedFileId: number | undefined;
}

/**
 * Validates a document against the schema of its version if the settings demand it; otherwise it must at least be
 * CycloneDX. The same bytes are not validated again. Throws if the document is refused.
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
    'subject' in target ? isProjectSwitchOn(ctx.db, target.id, LENIENT_UPLOADS) : false,
    'subject' in target ? findSameDocument(ctx.db, target.id, document.sha256) : undefined,
    requireEnabled(ctx.db),
  ]);
  if (same && (same.validated || !validated)) {
    const { format, spec_version, file_id } = same;
    const storedFileId = file_id ?? undefined;
    return { format, spec_version, validated: same.validated, ignored: undefined, storedFileId };
  }
  const validation = toValidation(validated, lenient);
  const { format, specVersion, ignored } = await readKind(ctx, threads, validation, subject, document.path);
  return {
    format: format.toUpperCase(),
    spec_version: specVersion,
    validated: validated && !ignored?.violations.length,
    ignored,
    storedFileId: same?.file_id ?? undefined,
  };
}

function readKind(
  ctx: Context,
  threads: BomThreads,
  validation: KindTask['validation'],
  subject: ProjectSubject,
  path: string,
): Promise<InspectedKind> {
  const task = { kind: 'inspect', validation, path, maxBytes: ctx.config[BOM_KIND.sizeLimit] } as const;
  return inspectDocument(
    ctx,
    subject,
    () => readBomKind(threads, task),
    (refusal) =>
      refuseDocument(
        validation === 'strict' ? { ...refusal, hint: ALLOW_LENIENT } : refusal,
        refusal.message,
      ),
  );
}

const ALLOW_LENIENT =
  `To have violations ignored that do not concern the identity of components, set the project property ` +
  `${LENIENT_UPLOADS.groupName}/${LENIENT_UPLOADS.propertyName} to true.`;

function toSubject({ target, tags = [], isActive = true }: Submission): ProjectSubject {
  const named = 'uuid' in target ? { uuid: target.uuid, name: '' } : { uuid: '', name: target.name };
  const version = 'uuid' in target ? undefined : (target.version ?? undefined);
  return { ...named, version, tags, isActive };
}
