import type { DecidedFinding } from '@tallyman/contract';
import type { DecisionOutcome } from '../decision.ts';
import { type FindingKey, formatFindingKey } from '../finding-key.ts';
import type { DescribedTarget } from './decision-target-store.ts';

/** The maximum number of findings in a response; the counts cover all. */
export const SAMPLE_SIZE = 20;

/** Presents findings with the outcomes of the decisions on them. */
export function presentDecidedFindings(
  described: readonly DescribedTarget[],
  outcomeOf: (finding: FindingKey) => DecisionOutcome,
): DecidedFinding[] {
  return described.map((target) => {
    const { result, changes } = outcomeOf(target);
    return {
      project: withoutNulls(target.project),
      component: withoutNulls(target.component),
      vulnerability: target.vulnerability,
      fate: result,
      changes: changes.map(({ field, from, to }) => ({ field, from, to })),
    };
  });
}

export function outcomesByFinding(
  findings: readonly FindingKey[],
  outcomes: readonly DecisionOutcome[],
): (finding: FindingKey) => DecisionOutcome {
  const byKey = new Map(findings.map((finding, index) => [formatFindingKey(finding), outcomes[index]]));
  return (finding) => byKey.get(formatFindingKey(finding)) ?? { result: 'no-finding', changes: [] };
}

type WithoutNulls<T> = { [K in keyof T]: null extends T[K] ? Exclude<T[K], null> | undefined : T[K] };

function withoutNulls<T extends object>(value: T): WithoutNulls<T> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null)) as WithoutNulls<T>;
}
