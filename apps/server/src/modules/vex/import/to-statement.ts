import type { Vulnerability, VulnerabilityAnalysis, VulnerabilityRating } from '@tallyman/cyclonedx';
import { findRatedRefs } from '../../cyclonedx-mapping/rating-scope.ts';
import { toAnalysisState, toJustification, toResponse } from '../../cyclonedx-mapping/to-analysis.ts';
import { isOwaspVector } from '../../vulnerabilities/ratings/find-owasp-scores.ts';
import type { OwaspRating, StatedAnalysis, VexStatement } from './vex-document.ts';

export function toStatement({ id, source, affects, analysis, ratings }: Vulnerability): VexStatement {
  const refs = (affects ?? []).map(({ ref }) => ref);
  return {
    id: id?.trim() ?? '',
    ...(source?.name?.trim() ? { source: source.name.trim() } : {}),
    refs,
    ...(analysis ? { analysis: toStatedAnalysis(analysis) } : {}),
    ...toOwaspRatings(ratings, refs),
  };
}

/** Import rule 7; "the last entry wins" of several responses. */
function toStatedAnalysis({ state, justification, response, detail }: VulnerabilityAnalysis): StatedAnalysis {
  const [known, last] = [toJustification(justification), toResponse(response?.at(-1))];
  return {
    ...(state === undefined ? {} : { state: toAnalysisState(state) }),
    ...(known ? { justification: known } : {}),
    ...(last ? { response: last } : {}),
    ...(detail?.trim() ? { details: detail.replaceAll(NOT_IN_XML, '\ufffd') } : {}),
  };
}

/** XML cannot contain these characters: an export would differ from the finding when it is imported again. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Of several ratings the last one counts, as with responses. */
function toOwaspRatings(
  ratings: readonly VulnerabilityRating[] | undefined,
  refs: readonly string[],
): Pick<VexStatement, 'owasp' | 'owaspByRef' | 'invalidVectors'> {
  const rated = ratings?.filter(isOwasp) ?? [];
  const invalidVectors = rated.flatMap(({ vector }) => (isInvalid(vector) ? [(vector ?? '').trim()] : []));
  const invalid = invalidVectors.length > 0 ? { invalidVectors } : {};
  const usable = rated.filter(({ vector }) => !isInvalid(vector));
  if (usable.length === 0) return invalid;
  const known = new Set(refs);
  let owasp: OwaspRating | undefined;
  const owaspByRef = new Map<string, OwaspRating>();
  for (const rating of usable) {
    const ratedRefs = findRatedRefs(rating.justification, known);
    if (ratedRefs) for (const ref of ratedRefs) owaspByRef.set(ref, toOwaspRating(rating));
    else owasp = toOwaspRating(rating);
  }
  return { ...(owasp ? { owasp } : {}), ...(owaspByRef.size > 0 ? { owaspByRef } : {}), ...invalid };
}

function isInvalid(vector: string | undefined): boolean {
  return Boolean(vector?.trim()) && !isOwaspVector(vector ?? '');
}

/** "A rating with neither vector nor score counts as absent." */
function isOwasp({ method, vector, score }: VulnerabilityRating): boolean {
  return method === 'OWASP' && (Boolean(vector?.trim()) || score !== undefined);
}

function toOwaspRating({ vector, score }: VulnerabilityRating): OwaspRating {
  return { ...(vector?.trim() ? { vector: vector.trim() } : {}), ...(score === undefined ? {} : { score }) };
}
