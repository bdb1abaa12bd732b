import { type SkipReason, skip, skipWithWarning } from './skip-reason.ts';
import type { VexStatement } from './vex-document.ts';

/** Import rule 2, but for its last case: whether the vulnerability resolves is for rule 3 to say. */
export function findInapplicable(statement: VexStatement): SkipReason | undefined {
  const { id, refs, analysis, owasp, owaspByRef } = statement;
  if (id === '') return skipWithWarning('id is blank');
  if (refs.length === 0) return skip('affects is absent or empty');
  if ((analysis ?? owasp ?? owaspByRef) === undefined)
    return (
      findRefusedVector(statement) ??
      skip('the entry has neither an analysis node nor a rating whose method is OWASP')
    );
  return undefined;
}

/** A rating whose vector is none is left out; the receipt says so, whatever else the entry says. */
export function findRefusedVector({ refusedVectors }: VexStatement): SkipReason | undefined {
  const [vector] = refusedVectors ?? [];
  if (vector === undefined) return undefined;
  const shown = vector.length > 100 ? `${vector.slice(0, 100)}…` : vector;
  return skip(
    `the OWASP rating is left out: "${shown}" is no OWASP vector (expected factors such as SL:1/M:4/…)`,
  );
}

/** Import rule 1. */
export function findWholeSkip(statements: readonly VexStatement[], hasFindings: boolean): string | undefined {
  if (statements.length === 0) return 'the document has no vulnerabilities';
  return hasFindings ? undefined : 'the target project has no vulnerabilities';
}
