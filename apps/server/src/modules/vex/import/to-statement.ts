import type { Vulnerability, VulnerabilityAnalysis, VulnerabilityRating } from '@tallyman/cyclonedx';
import { findRatedRefs } from '../../cyclonedx-mapping/rating-scope.ts';
import { toAnalysisState, toJustification, toResponse } from '../../cyclonedx-mapping/to-analysis.ts';
import { isOwaspVector } from '../../vulnerabilities/find-owasp-scores.ts';
import type { SaidAnalysis, SaidOwasp, VexStatement } from './vex-document.ts';

export function toStatement({ id, source, affects, analysis, ratings }: Vulnerability): VexStatement {
  const refs = (affects ?? []).map(({ ref }) => ref);
  return {
    id: id?.trim() ?? '',
    ...(source?.name?.trim() ? { source: source.name.trim() } : {}),
    refs,
    ...(analysis ? { analysis: toSaidAnalysis(analysis) } : {}),
    ...toOwaspRatings(ratings, refs),
  };
}

/** Import rule 7; "the last entry wins" of several responses. */
function toSaidAnalysis({ state, justification, response, detail }: VulnerabilityAnalysis): SaidAnalysis {
  const [said, last] = [toJustification(justification), toResponse(response?.at(-1))];
  return {
    ...(state === undefined ? {} : { state: toAnalysisState(state) }),
    ...(said ? { justification: said } : {}),
    ...(last ? { response: last } : {}),
    ...(detail?.trim() ? { details: detail.replaceAll(NOT_IN_XML, '\ufffd') } : {}),
  };
}

/** An export in XML could not say them, and would not be what the finding has when it comes back. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Of several ratings the last one counts, as with responses. */
function toOwaspRatings(
  ratings: readonly VulnerabilityRating[] | undefined,
  refs: readonly string[],
): Pick<VexStatement, 'owasp' | 'owaspByRef' | 'refusedVectors'> {
  const said = ratings?.filter(isUsable) ?? [];
  const refused = said.flatMap(({ vector }) => (isRefused(vector) ? [(vector ?? '').trim()] : []));
  const refusal = refused.length > 0 ? { refusedVectors: refused } : {};
  const usable = said.filter(({ vector }) => !isRefused(vector));
  if (usable.length === 0) return refusal;
  const known = new Set(refs);
  let owasp: SaidOwasp | undefined;
  const owaspByRef = new Map<string, SaidOwasp>();
  for (const rating of usable) {
    const some = findRatedRefs(rating.justification, known);
    if (some) for (const ref of some) owaspByRef.set(ref, toSaidOwasp(rating));
    else owasp = toSaidOwasp(rating);
  }
  return { ...(owasp ? { owasp } : {}), ...(owaspByRef.size > 0 ? { owaspByRef } : {}), ...refusal };
}

function isRefused(vector: string | undefined): boolean {
  return Boolean(vector?.trim()) && !isOwaspVector(vector ?? '');
}

/** "A rating with neither vector nor score counts as absent." */
function isUsable({ method, vector, score }: VulnerabilityRating): boolean {
  return method === 'OWASP' && (Boolean(vector?.trim()) || score !== undefined);
}

function toSaidOwasp({ vector, score }: VulnerabilityRating): SaidOwasp {
  return { ...(vector?.trim() ? { vector: vector.trim() } : {}), ...(score === undefined ? {} : { score }) };
}
