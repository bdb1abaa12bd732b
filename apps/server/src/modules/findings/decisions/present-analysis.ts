import type { Analysis } from '@tallyman/contract';
import { RATING_FIELDS, type StandingDecision } from '../decision.ts';
import type { HistoryRow } from './analysis-store.ts';

/** Leaves out members without a value. */
export function presentAnalysis(
  { fields, decidedBy, expiresAt }: StandingDecision,
  history: readonly HistoryRow[],
): Analysis {
  const ratings = RATING_FIELDS.filter((name) => fields[name] !== null).map((name) => [name, fields[name]]);
  return {
    analysisState: fields.state,
    analysisJustification: fields.justification,
    analysisResponse: fields.response,
    ...(fields.details === null ? {} : { analysisDetails: fields.details }),
    ...(history.length === 0 ? {} : { analysisComments: history.map(presentEntry) }),
    isSuppressed: fields.isSuppressed,
    ...Object.fromEntries(ratings),
    ...(decidedBy === null ? {} : { decidedBy }),
    ...(expiresAt === null ? {} : { expiresAt: expiresAt.getTime() }),
  };
}

function presentEntry({ at, comment, commenter }: HistoryRow) {
  return { timestamp: at.getTime(), comment, ...(commenter === null ? {} : { commenter }) };
}
