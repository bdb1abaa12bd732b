import type { AnalysisJustification, AnalysisResponse, AnalysisState, Finding } from '@tallyman/contract';
import { JUSTIFICATION_WORDS, STATE_WORDS, suppressesByDefault } from './decision-words.ts';

/** What is decided about a finding. */
export interface Decision {
  readonly state: AnalysisState;
  readonly justification: AnalysisJustification;
  readonly response: AnalysisResponse;
  readonly detail: string;
  readonly isSuppressed: boolean;
  /** When the decision lapses; null is never. Absent means as it is. */
  readonly expiresAt?: number | null | undefined;
}

export function decisionOf({ analysis }: Finding): Decision {
  return {
    state: analysis.state ?? 'NOT_SET',
    justification: analysis.justification ?? 'NOT_SET',
    response: analysis.response ?? 'NOT_SET',
    detail: analysis.detail ?? '',
    isSuppressed: analysis.isSuppressed,
  };
}

/** The finding as it is listed once the decision is stored. */
export function withDecision(finding: Finding, decision: Decision): Finding {
  const { state, justification, response, detail, isSuppressed } = decision;
  const expiresAt = expiryOf(finding, decision);
  return {
    ...finding,
    analysis: {
      ...(state === 'NOT_SET' ? {} : { state }),
      ...(justification === 'NOT_SET' ? {} : { justification }),
      ...(response === 'NOT_SET' ? {} : { response }),
      ...(detail === '' ? {} : { detail }),
      isSuppressed,
      ...(expiresAt ? { expiresAt } : {}),
    },
  };
}

/** What is decided again without a time does not lapse. */
function expiryOf({ analysis }: Finding, { state, isSuppressed, expiresAt }: Decision) {
  if (expiresAt !== undefined) return expiresAt;
  const isSame = state === (analysis.state ?? 'NOT_SET') && isSuppressed === analysis.isSuppressed;
  return isSame ? analysis.expiresAt : undefined;
}

/** What a new state brings along: a justification belongs to "not affected" only, and some states hide the finding. */
export function changeTo(
  state: AnalysisState,
  justification: AnalysisJustification = 'NOT_SET',
): Partial<Decision> {
  return {
    state,
    justification: state === 'NOT_AFFECTED' ? justification : 'NOT_SET',
    isSuppressed: suppressesByDefault(state),
  };
}

/** Why a decision cannot be stored as it is; nothing when it can. */
export function missingOf({ state, justification }: Decision): string | undefined {
  return state === 'NOT_AFFECTED' && justification === 'NOT_SET'
    ? 'Say why it is not affected: others rely on it when they read your VEX.'
    : undefined;
}

export function isSameDecision(a: Decision, b: Decision): boolean {
  return (
    a.state === b.state &&
    a.justification === b.justification &&
    a.response === b.response &&
    a.detail === b.detail &&
    a.isSuppressed === b.isSuppressed &&
    a.expiresAt === b.expiresAt
  );
}

/** A decision as a sentence. */
export function describeDecision({ state, justification, isSuppressed }: Decision): string {
  const reason = justification === 'NOT_SET' ? '' : ` (${JUSTIFICATION_WORDS[justification]})`;
  return `It decides “${STATE_WORDS[state]}”${reason}${isSuppressed ? ' and suppresses' : ''}.`;
}
