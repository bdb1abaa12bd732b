import { type SkipReason, skip, skipWithWarning } from './skip-reason.ts';
import type { VexStatement } from './vex-document.ts';

/** Import rule 2, except its last case: rule 3 decides whether the vulnerability resolves. */
export function findEntrySkip(statement: VexStatement): SkipReason | undefined {
  const { id, refs, analysis, owasp, owaspByRef } = statement;
  if (id === '') return skipWithWarning('id is blank');
  if (refs.length === 0) return skip('affects is absent or empty');
  if ((analysis ?? owasp ?? owaspByRef) === undefined)
    return (
      findInvalidVector(statement) ??
      skip('the entry has neither an analysis node nor a rating whose method is OWASP')
    );
  return undefined;
}

/** A rating with an invalid vector is ignored. The receipt says so even if the rest of the entry is applied. */
export function findInvalidVector({ invalidVectors }: VexStatement): SkipReason | undefined {
  const [vector] = invalidVectors ?? [];
  if (vector === undefined) return undefined;
  const shown = vector.length > 100 ? `${vector.slice(0, 100)}…` : vector;
  return skip(
    `the OWASP rating is ignored: "${shown}" is not an OWASP vector (expected factors such as SL:1/M:4/…)`,
  );
}

/** Import rule 1. */
export function findDocumentSkip(
  statements: readonly VexStatement[],
  hasFindings: boolean,
): string | undefined {
  if (statements.length === 0) return 'the document has no vulnerabilities';
  return hasFindings ? undefined : 'the target project has no vulnerabilities';
}
