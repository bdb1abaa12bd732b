import type { VexDecision, VexEntry, VexMatch, VexOutcome } from '@tallyman/contract';
import type { DecidedFields, DecisionOutcome } from '../../findings/decision.ts';
import type { PlannedEntry, PlannedMatch } from './plan-import.ts';

/** The line of the receipt for an entry. `outcomes` belong to the decisions of its matches, in their order. */
export function toReceiptEntry(entry: PlannedEntry, outcomes: readonly DecisionOutcome[]): VexEntry {
  const { position, statement, vulnerability, reason } = entry;
  let next = 0;
  const components = entry.matches.map((match) => toMatch(match, match.decision && outcomes[next++]));
  return {
    fate: toOutcome(components),
    position,
    id: statement.id,
    ...(statement.source === undefined ? {} : { source: statement.source }),
    ...(reason ? { reason: reason.text } : {}),
    ...(reason?.isWarning ? { warning: true } : {}),
    ...(vulnerability
      ? {
          vulnerability: {
            uuid: vulnerability.uuid,
            source: vulnerability.source,
            vulnId: vulnerability.vulnId,
          },
        }
      : {}),
    references: entry.references.map(({ ref, scope, matched, reason: unresolved }) => ({
      ref,
      scope,
      matched,
      ...(unresolved ? { reason: unresolved.text } : {}),
    })),
    components,
  };
}

/** The line of the receipt for an entry of an upload that is skipped as a whole. */
export function toSkippedEntry(
  entry: Pick<PlannedEntry, 'position' | 'statement'>,
  reason: string,
): VexEntry {
  return toReceiptEntry(
    { ...entry, reason: { text: reason, isWarning: false }, references: [], matches: [] },
    [],
  );
}

function toOutcome(components: readonly VexMatch[]): VexOutcome {
  if (components.some(({ fate }) => fate === 'applied')) return 'applied';
  return components.some(({ fate }) => fate === 'unchanged') ? 'unchanged' : 'skipped';
}

function toMatch({ component }: PlannedMatch, outcome: DecisionOutcome | undefined): VexMatch {
  const { uuid, group, name, version } = component;
  const named = { uuid, ...(group ? { group } : {}), name, ...(version ? { version } : {}) };
  if (!outcome?.before || !outcome.after) {
    return { ...named, fate: 'skipped', reason: 'the component is not affected by the vulnerability' };
  }
  return {
    ...named,
    fate: outcome.result === 'applied' ? 'applied' : 'unchanged',
    before: toVexDecision(outcome.before),
    after: toVexDecision(outcome.after),
    ...(outcome.takenOverFrom === undefined ? {} : { takenOverFrom: outcome.takenOverFrom }),
  };
}

function toVexDecision(fields: DecidedFields): VexDecision {
  const { state, justification, response, details, isSuppressed, owaspVector, owaspScore } = fields;
  return {
    ...{ state, justification, response, isSuppressed },
    ...(details === null ? {} : { details }),
    ...(owaspVector === null ? {} : { owaspVector }),
    ...(owaspScore === null ? {} : { owaspScore }),
  };
}
