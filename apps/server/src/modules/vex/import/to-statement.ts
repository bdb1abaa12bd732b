import type { Vulnerability, VulnerabilityAnalysis, VulnerabilityRating } from '@tallyman/cyclonedx';
import { toAnalysisState, toJustification, toResponse } from '../../cyclonedx-mapping/to-analysis.ts';
import type { SaidAnalysis, SaidOwasp, VexStatement } from './vex-document.ts';

export function toStatement({ id, source, affects, analysis, ratings }: Vulnerability): VexStatement {
  const owasp = toOwasp(ratings);
  return {
    id: id?.trim() ?? '',
    ...(source?.name?.trim() ? { source: source.name.trim() } : {}),
    refs: (affects ?? []).map(({ ref }) => ref),
    ...(analysis ? { analysis: toSaidAnalysis(analysis) } : {}),
    ...(owasp ? { owasp } : {}),
  };
}

/** Import rule 7; "the last entry wins" of several responses. */
function toSaidAnalysis({ state, justification, response, detail }: VulnerabilityAnalysis): SaidAnalysis {
  const [said, last] = [toJustification(justification), toResponse(response?.at(-1))];
  return {
    ...(state === undefined ? {} : { state: toAnalysisState(state) }),
    ...(said ? { justification: said } : {}),
    ...(last ? { response: last } : {}),
    ...(detail?.trim() ? { details: detail } : {}),
  };
}

/** "A rating with neither vector nor score counts as absent." Of several the last one counts. */
function toOwasp(ratings: readonly VulnerabilityRating[] | undefined): SaidOwasp | undefined {
  const usable = ratings?.filter(
    ({ method, vector, score }) => method === 'OWASP' && (vector?.trim() || score !== undefined),
  );
  const rating = usable?.at(-1);
  if (!rating) return undefined;
  const { vector, score } = rating;
  return { ...(vector?.trim() ? { vector: vector.trim() } : {}), ...(score === undefined ? {} : { score }) };
}
