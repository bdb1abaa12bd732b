import type { BulkAnalysisRequest } from '@tallyman/contract';
import { type Command, Option } from 'commander';
import { EXIT } from '../exit-codes.ts';
import { CommandError } from '../failure.ts';
import { toChoice } from '../to-choice.ts';

/** The decision. */
export interface DecisionOptions {
  readonly state?: string;
  readonly justification?: string;
  readonly response?: string;
  readonly details?: string;
  readonly comment?: string;
  readonly suppress?: true;
  readonly unsuppress?: true;
  readonly expires?: string;
}

export function addDecisionOptions(command: Command): Command {
  return command
    .option('--state <state>', 'exploitable, in-triage, false-positive, not-affected, resolved or not-set')
    .option('--justification <why>', 'reason for not-affected, such as code-not-reachable')
    .option('--response <response>', 'such as update, will-not-fix or workaround-available')
    .option('--details <text>', 'the details of the decision')
    .option('--comment <text>', 'a comment for the history')
    .addOption(new Option('--suppress', 'hide the findings').conflicts('unsuppress'))
    .option('--unsuppress', 'show them again')
    .option('--expires <when>', 'when the decision expires: a day (yyyy-MM-dd), 30d, or never');
}

type Decision = Omit<BulkAnalysisRequest, 'findings' | 'filter' | 'dryRun'>;

/** Throws if no decision is given. */
export async function toDecision(options: DecisionOptions): Promise<Decision> {
  const { ANALYSIS_JUSTIFICATIONS, ANALYSIS_RESPONSES, ANALYSIS_STATES } = await import('@tallyman/contract');
  const { state, justification, response, details, comment, expires } = options;
  const decision = {
    ...(state && { analysisState: toChoice(state, ANALYSIS_STATES, 'state') }),
    ...(justification && {
      analysisJustification: toChoice(justification, ANALYSIS_JUSTIFICATIONS, 'justification'),
    }),
    ...(response && { analysisResponse: toChoice(response, ANALYSIS_RESPONSES, 'response') }),
    ...(details !== undefined && { analysisDetails: details }),
    ...(comment !== undefined && { comment }),
    ...toSuppression(options),
    ...(expires !== undefined && { expiresAt: toExpiry(expires, new Date()) }),
  };
  if (Object.keys(decision).length > 0) return decision;
  throw new CommandError(EXIT.usage, 'No decision given. Use --state, --suppress, --details, …');
}

function toSuppression({ suppress, unsuppress }: DecisionOptions): { isSuppressed?: boolean } {
  if (suppress) return { isSuppressed: true };
  return unsuppress ? { isSuppressed: false } : {};
}

/** A day counts until its end. */
export function toExpiry(text: string, now: Date): string | null {
  if (text === 'never') return null;
  const [, days] = /^(\d{1,5})d$/.exec(text) ?? [];
  if (days !== undefined) return new Date(now.getTime() + Number(days) * 86_400_000).toISOString();
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T23:59:59.999Z` : text;
  if (!/^\d{4}-/.test(time) || Number.isNaN(Date.parse(time)))
    throw new CommandError(EXIT.usage, `"${text}" is not a day. Use yyyy-MM-dd, 30d or never.`);
  return new Date(time).toISOString();
}
