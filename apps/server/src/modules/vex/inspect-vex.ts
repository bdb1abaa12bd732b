import type { Context } from '../../platform/context.ts';
import { inspectDocument } from '../documents/inspect-document.ts';
import type { DocumentFormat } from '../documents/read-in-thread.ts';
import { invalidDocument } from '../documents/refused-document.ts';
import type { ProjectSubject } from '../notifications/project-events.ts';
import { isValidated, requireEnabled } from '../settings/validation-mode.ts';
import { VEX_KIND } from './vex-kind.ts';
import { readVexKind, type VexThreads } from './vex-threads.ts';

/** Validates a document against the schema of its version if the settings demand it. Throws if it is refused. */
export async function inspectVex(
  ctx: Context,
  threads: VexThreads,
  subject: ProjectSubject,
  path: string,
): Promise<DocumentFormat> {
  const [validated] = await Promise.all([isValidated(ctx.db, subject.tags), requireEnabled(ctx.db)]);
  const kind = validated ? 'validate' : 'inspect';
  const task = { kind, path, maxBytes: ctx.config[VEX_KIND.sizeLimit] } as const;
  return inspectDocument(ctx, subject, () => readVexKind(threads, task), invalidDocument);
}
