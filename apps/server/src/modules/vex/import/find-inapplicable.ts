import { type SkipReason, skip, skipWithWarning } from './skip-reason.ts';
import type { VexStatement } from './vex-document.ts';

/** Import rule 2, but for its last case: whether the vulnerability resolves is for rule 3 to say. */
export function findInapplicable(statement: VexStatement): SkipReason | undefined {
  const { id, refs, analysis, owasp, owaspByRef } = statement;
  if (id === '') return skipWithWarning('id is blank');
  if (refs.length === 0) return skip('affects is absent or empty');
  if ((analysis ?? owasp ?? owaspByRef) === undefined)
    return skip('the entry has neither an analysis node nor a rating whose method is OWASP');
  return undefined;
}

/** Import rule 1. */
export function findWholeSkip(statements: readonly VexStatement[], hasFindings: boolean): string | undefined {
  if (statements.length === 0) return 'the document has no vulnerabilities';
  return hasFindings ? undefined : 'the target project has no vulnerabilities';
}
