import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FieldName } from '../findings/decision.ts';
import { COMPONENT, VULNERABILITY } from '../policies/policy-messages.ts';
import { assignPolicies } from './assign-policies.ts';
import type { PolicyVerdict } from './evaluate-vuln-policies.ts';
import type { FindingSubject } from './finding-index.ts';
import type { FindingRow } from './policy-finding-store.ts';
import { toDecisionFields } from './to-decision-fields.ts';
import type { VulnPolicyRow } from './vuln-policy.ts';

const policy = (name: string, more: Partial<VulnPolicyRow> = {}): VulnPolicyRow => ({
  id: 1,
  uuid: name,
  name,
  description: null,
  author: null,
  condition: 'true',
  analysis: { state: 'NOT_AFFECTED', suppress: true },
  ratings: [],
  operationMode: 'APPLY',
  priority: 0,
  validFrom: null,
  validUntil: null,
  bundleUuid: null,
  createdAt: new Date(0),
  updatedAt: null,
  evaluationError: null,
  ...more,
});

const finding = (componentId: number, more: Partial<FindingRow> = {}): FindingSubject => ({
  row: {
    componentId,
    vulnerabilityId: 1,
    firstSeen: new Date(0),
    decidedBy: null,
    policy: null,
    policyFields: [],
    decided: null,
    ...more,
  },
  component: { $typeName: COMPONENT, id: componentId, uuid: '', name: '' },
  vuln: {
    $typeName: VULNERABILITY,
    databaseId: 1,
    uuid: '',
    id: '',
    source: '',
    severity: '',
    aliases: [],
    cwes: [],
  },
});

/** What a policy has decided on a finding before. */
const decidedBy = (by: VulnPolicyRow, more: Partial<FindingRow> = {}): Partial<FindingRow> => ({
  decidedBy: 'POLICY',
  policy: by.name,
  policyFields: ['state', 'isSuppressed'],
  decided: toDecisionFields(by),
  ...more,
});

const verdict = (
  of: VulnPolicyRow,
  matched: readonly FindingSubject[],
  failed: readonly FindingSubject[] = [],
): PolicyVerdict<VulnPolicyRow> => ({ policy: of, matched, failed });

function assign(verdicts: readonly PolicyVerdict<VulnPolicyRow>[], subjects: readonly FindingSubject[]) {
  const { decided, outdated } = assignPolicies(verdicts, subjects);
  return {
    decided: Object.fromEntries(
      [...decided].map(([{ name }, rows]) => [name, rows.map(({ componentId }) => componentId)]),
    ),
    outdated: outdated.map(({ componentId, policy: name, fields }) => ({
      componentId,
      policy: name,
      ...(fields && { fields }),
    })),
  };
}

describe('The highest priority wins on a finding', () => {
  const [high, low] = [policy('high'), policy('low')];

  it('the first policy by rank decides on the findings that both match', () => {
    const [a, b, c] = [finding(1), finding(2), finding(3)];
    expect(assign([verdict(high, [a, b]), verdict(low, [b, c])], [a, b, c])).toEqual({
      decided: { high: [1, 2], low: [3] },
      outdated: [],
    });
  });

  it.each(['LOG', 'DISABLED'] as const)('a policy with mode %s neither decides nor wins', (operationMode) => {
    const a = finding(1);
    const quiet = policy('quiet', { operationMode });
    expect(assign([verdict(quiet, [a]), verdict(low, [a])], [a]).decided).toEqual({ low: [1] });
  });

  it('a policy that matches nothing does not decide', () => {
    expect(assign([verdict(high, [])], [finding(1)])).toEqual({ decided: {}, outdated: [] });
  });
});

describe('When a policy stops matching, only what it set is reset', () => {
  const [mine, other] = [policy('mine'), policy('other', { analysis: { state: 'EXPLOITABLE' } })];

  it('a decision of the policy is reset as a whole', () => {
    const a = finding(1, decidedBy(mine));
    expect(assign([verdict(mine, [])], [a]).outdated).toEqual([{ componentId: 1, policy: 'mine' }]);
  });

  it('also if the policy was deleted or is no longer in force', () => {
    const a = finding(1, decidedBy(mine));
    expect(assign([], [a]).outdated).toEqual([{ componentId: 1, policy: 'mine' }]);
  });

  it('not if another policy decides on it, which writes all fields', () => {
    const a = finding(1, decidedBy(mine));
    expect(assign([verdict(mine, []), verdict(other, [a])], [a])).toEqual({
      decided: { other: [1] },
      outdated: [],
    });
  });

  it('not if it still matches', () => {
    const a = finding(1, decidedBy(mine));
    expect(assign([verdict(mine, [a])], [a]).outdated).toEqual([]);
  });

  it('not if its condition cannot be evaluated now', () => {
    const a = finding(1, decidedBy(mine));
    expect(assign([verdict(mine, [], [a])], [a]).outdated).toEqual([]);
  });

  it('but also if the condition of another policy cannot be evaluated', () => {
    const a = finding(1, decidedBy(mine));
    expect(assign([verdict(mine, []), verdict(other, [], [a])], [a]).outdated).toHaveLength(1);
  });

  it.each(['PERSON', 'VEX'])('the fields that %s left to the policy', (decider) => {
    const a = finding(1, decidedBy(mine, { decidedBy: decider, policyFields: ['isSuppressed'] }));
    expect(assign([verdict(mine, [])], [a]).outdated).toEqual([{ componentId: 1, policy: 'mine' }]);
  });

  it('only those of its remaining fields that it would set otherwise now', () => {
    const before = policy('mine', { analysis: { state: 'NOT_AFFECTED', suppress: true } });
    const now = policy('mine', { analysis: { state: 'NOT_AFFECTED', suppress: false } });
    const fields: FieldName[] = ['state', 'isSuppressed'];
    const a = finding(1, decidedBy(before, { decidedBy: 'PERSON', policyFields: fields }));
    expect(assign([verdict(now, [a])], [a]).outdated).toEqual([
      { componentId: 1, policy: 'mine', fields: ['isSuppressed'] },
    ]);
  });

  it('nothing of a finding that no policy has touched', () => {
    const a = finding(1, { decidedBy: 'PERSON' });
    expect(assign([verdict(mine, [])], [a]).outdated).toEqual([]);
  });
});

describe('Laws of assignment', () => {
  const subjects = [1, 2, 3, 4].map((id) => finding(id, id % 2 ? decidedBy(policy('p1')) : {}));
  const verdicts = fc.array(
    fc.record({ matched: fc.subarray(subjects), mode: fc.constantFrom('APPLY', 'LOG') }),
    { maxLength: 4 },
  );

  it('each finding has at most one deciding policy, the first that applies, and is not outdated then', () => {
    fc.assert(
      fc.property(verdicts, (given) => {
        const all = given.map(({ matched, mode }, at) =>
          verdict(policy(`p${at}`, { operationMode: mode as VulnPolicyRow['operationMode'] }), matched),
        );
        const { decided, outdated } = assignPolicies(all, subjects);
        for (const subject of subjects) {
          const deciders = [...decided]
            .filter(([, rows]) => rows.includes(subject.row))
            .map(([each]) => each);
          const first = all.find(
            (each) => each.policy.operationMode === 'APPLY' && each.matched.includes(subject),
          );
          expect(deciders).toEqual(first ? [first.policy] : []);
          const isOutdated = outdated.some(({ componentId }) => componentId === subject.row.componentId);
          expect(isOutdated).toBe(!first && subject.row.policy !== null);
        }
      }),
    );
  });
});
