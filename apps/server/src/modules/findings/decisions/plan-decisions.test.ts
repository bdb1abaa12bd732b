import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Decider, DeciderKind, Decision, DecisionFields, StandingDecision } from '../decision.ts';
import { UNDECIDED } from '../decision.ts';
import { describeChanges } from './describe-changes.ts';
import { planDecisions } from './plan-decisions.ts';

const FINDING = { componentId: 1, vulnerabilityId: 2 };
const LATER = new Date('2030-01-01T00:00:00Z');

const by = (kind: DeciderKind): Decider =>
  kind === 'POLICY' ? { kind, name: 'P', policy: 'p' } : { kind, name: kind };

const standing = (fields: DecisionFields = {}, more: Partial<StandingDecision> = {}): StandingDecision => ({
  ...FINDING,
  projectId: 3,
  fields: { ...UNDECIDED, ...fields },
  decidedBy: null,
  policy: null,
  policyFields: [],
  expiresAt: null,
  beforeExpiry: null,
  ...more,
});

const decide = (fields: DecisionFields, more: Partial<Decision> = {}): Decision => ({
  ...FINDING,
  fields,
  ...more,
});

/** Decisions of one or several, one after the other. */
function after(start: StandingDecision, ...steps: [DeciderKind, Decision][]): StandingDecision {
  return steps.reduce(
    (current, [kind, decision]) =>
      planDecisions([current], by(kind), [decision]).changed[0]?.after ?? current,
    start,
  );
}

describe('Precedence of decisions on a finding', () => {
  it.each<[DeciderKind, DeciderKind | null, 'applied' | 'outranked']>([
    ['POLICY', null, 'applied'],
    ['POLICY', 'POLICY', 'applied'],
    ['POLICY', 'EXPIRY', 'applied'],
    ['POLICY', 'PERSON', 'outranked'],
    ['POLICY', 'VEX', 'outranked'],
    ['POLICY', 'CARRIED_OVER', 'outranked'],
    ['CARRIED_OVER', null, 'applied'],
    ['CARRIED_OVER', 'POLICY', 'applied'],
    ['CARRIED_OVER', 'CARRIED_OVER', 'applied'],
    ['CARRIED_OVER', 'PERSON', 'outranked'],
    ['CARRIED_OVER', 'VEX', 'outranked'],
    ['VEX', 'PERSON', 'applied'],
    ['VEX', 'POLICY', 'applied'],
    ['PERSON', 'VEX', 'applied'],
    ['PERSON', 'POLICY', 'applied'],
  ])('%s over %s is %s', (kind, decidedBy, fate) => {
    const before = standing({ state: 'IN_TRIAGE' }, { decidedBy });
    const { outcomes, changed } = planDecisions([before], by(kind), [decide({ state: 'RESOLVED' })]);
    expect(outcomes[0]?.fate).toBe(fate);
    expect(changed.map((finding) => finding.after.decidedBy)).toEqual(fate === 'applied' ? [kind] : []);
  });

  it('remembers which policy decided, until somebody else does', () => {
    const policy = after(standing(), ['POLICY', decide({ state: 'EXPLOITABLE' })]);
    expect(policy).toMatchObject({ decidedBy: 'POLICY', policy: 'p' });
    expect(after(policy, ['PERSON', decide({ state: 'RESOLVED' })])).toMatchObject({
      decidedBy: 'PERSON',
      policy: null,
    });
  });
});

describe('Planning decisions', () => {
  it('leaves a field that the decision does not carry as it is', () => {
    const before = standing({ state: 'EXPLOITABLE', details: 'x', isSuppressed: true, owaspScore: 3 });
    const { outcomes, changed } = planDecisions([before], by('VEX'), [
      decide({ owaspVector: 'v', owaspScore: 4 }),
    ]);
    expect(changed[0]?.after.fields).toEqual({ ...before.fields, owaspVector: 'v', owaspScore: 4 });
    expect(outcomes[0]?.changes).toEqual([
      { field: 'owaspVector', from: null, to: 'v' },
      { field: 'owaspScore', from: 3, to: 4 },
    ]);
  });

  it('applies two decisions on one finding in turn', () => {
    const { outcomes, changed } = planDecisions([standing()], by('VEX'), [
      decide({ state: 'RESOLVED' }),
      decide({ state: 'EXPLOITABLE' }),
      decide({ state: 'EXPLOITABLE' }),
    ]);
    expect(outcomes.map(({ fate }) => fate)).toEqual(['applied', 'applied', 'unchanged']);
    expect(outcomes[1]?.changes).toEqual([{ field: 'state', from: 'RESOLVED', to: 'EXPLOITABLE' }]);
    expect(changed).toHaveLength(1);
    expect(changed[0]?.before.fields.state).toBe('NOT_SET');
  });

  it('says of a finding that does not exist just that', () => {
    expect(planDecisions([], by('PERSON'), [decide({ state: 'RESOLVED' })])).toEqual({
      outcomes: [{ fate: 'no-finding', changes: [] }],
      changed: [],
    });
  });

  it('changes nothing the second time, whatever is decided', () => {
    const text = fc.option(fc.string({ unit: 'binary' }), { nil: null });
    const number = fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }), { nil: null });
    const fields = fc.record(
      {
        state: fc.constantFrom('EXPLOITABLE', 'NOT_AFFECTED', 'NOT_SET'),
        justification: fc.constantFrom('CODE_NOT_PRESENT', 'NOT_SET'),
        response: fc.constantFrom('UPDATE', 'NOT_SET'),
        details: text,
        isSuppressed: fc.boolean(),
        severity: fc.constantFrom('HIGH', null),
        owaspVector: text,
        owaspScore: number,
      },
      { requiredKeys: [] },
    );
    const decision = fc.record(
      {
        fields: fields as fc.Arbitrary<DecisionFields>,
        expiresAt: fc.option(fc.date({ min: new Date('2026-01-01'), noInvalidDate: true }), { nil: null }),
      },
      { requiredKeys: ['fields'] },
    );
    fc.assert(
      fc.property(
        decision,
        decision,
        fc.constantFrom<DeciderKind>('PERSON', 'VEX', 'POLICY'),
        (first, second, kind) => {
          const start = after(standing(), [kind, { ...FINDING, ...first }]);
          const once = after(start, [kind, { ...FINDING, ...second }]);
          expect(planDecisions([once], by(kind), [{ ...FINDING, ...second }]).outcomes[0]?.fate).toBe(
            'unchanged',
          );
        },
      ),
    );
  });
});

describe('Decisions that expire', () => {
  const expire = (decision: StandingDecision) =>
    after(decision, ['EXPIRY', decide(decision.beforeExpiry?.fields ?? {}, { expiresAt: null })]);
  const until = { expiresAt: LATER };

  it('give way to what held before, in the name of whoever had decided that', () => {
    const before = standing({ state: 'EXPLOITABLE' }, { decidedBy: 'VEX' });
    const decided = after(before, ['PERSON', decide({ state: 'NOT_AFFECTED', isSuppressed: true }, until)]);
    expect(decided).toMatchObject({ decidedBy: 'PERSON', expiresAt: LATER });
    expect(expire(decided)).toEqual(before);
  });

  it("count as nobody's afterwards where nobody had decided, so that policies may decide again", () => {
    const decided = after(standing(), ['PERSON', decide({ isSuppressed: true }, until)]);
    const expired = expire(decided);
    expect(expired).toMatchObject({
      fields: UNDECIDED,
      decidedBy: 'EXPIRY',
      expiresAt: null,
      beforeExpiry: null,
    });
    expect(after(expired, ['POLICY', decide({ state: 'RESOLVED' })]).decidedBy).toBe('POLICY');
  });

  it('take along only what they changed', () => {
    const before = standing({ state: 'EXPLOITABLE', details: 'x' }, { decidedBy: 'PERSON' });
    const decided = after(before, [
      'PERSON',
      decide({ state: 'EXPLOITABLE', details: 'x', isSuppressed: true }, until),
    ]);
    expect(expire(decided)).toEqual(before);
  });

  it('that stood for good before give way to no decision', () => {
    const before = standing({ state: 'NOT_AFFECTED', isSuppressed: true }, { decidedBy: 'PERSON' });
    const decided = after(before, ['PERSON', decide({ state: 'NOT_AFFECTED', isSuppressed: true }, until)]);
    expect(expire(decided).fields).toEqual(UNDECIDED);
  });

  it('leave alone what somebody has decided since', () => {
    const decided = after(
      standing(),
      ['PERSON', decide({ state: 'IN_TRIAGE', isSuppressed: true }, until)],
      ['VEX', decide({ state: 'RESOLVED' })],
    );
    expect(decided).toMatchObject({ expiresAt: LATER, beforeExpiry: { fields: { isSuppressed: false } } });
    expect(expire(decided)).toMatchObject({
      fields: { state: 'RESOLVED', isSuppressed: false },
      decidedBy: 'VEX',
    });
  });

  it('stop to expire when all of them is decided anew, and say so', () => {
    const decided = after(standing(), ['PERSON', decide({ isSuppressed: true }, until)]);
    const { outcomes, changed } = planDecisions([decided], by('PERSON'), [decide({ isSuppressed: false })]);
    expect(describeChanges(outcomes[0]?.changes ?? [])).toBe(
      'Unsuppressed\nExpires: 2030-01-01T00:00:00.000Z → never',
    );
    expect(changed[0]?.after).toMatchObject({ expiresAt: null, beforeExpiry: null });
  });

  it('can be made to expire later, or never', () => {
    const decided = after(standing(), ['PERSON', decide({ isSuppressed: true }, until)]);
    const muchLater = new Date('2040-01-01T00:00:00Z');
    const longer = after(decided, ['PERSON', decide({ isSuppressed: true }, { expiresAt: muchLater })]);
    expect(longer).toMatchObject({ expiresAt: muchLater, beforeExpiry: { fields: { isSuppressed: false } } });
    const forGood = after(decided, ['PERSON', decide({ isSuppressed: true }, { expiresAt: null })]);
    expect(forGood).toMatchObject({ fields: { isSuppressed: true }, expiresAt: null, beforeExpiry: null });
  });

  it('go back over several of them to what held before the first', () => {
    const before = standing({ state: 'EXPLOITABLE' }, { decidedBy: 'PERSON' });
    const decided = after(
      before,
      ['PERSON', decide({ state: 'IN_TRIAGE' }, until)],
      ['PERSON', decide({ state: 'RESOLVED', isSuppressed: true }, until)],
    );
    expect(expire(decided)).toEqual(before);
  });
});

describe('The words of the audit history', () => {
  it.each([
    ['state', 'NOT_SET', 'RESOLVED', 'Analysis: NOT_SET → RESOLVED'],
    ['justification', 'NOT_SET', 'CODE_NOT_PRESENT', 'Justification: NOT_SET → CODE_NOT_PRESENT'],
    ['response', 'UPDATE', 'NOT_SET', 'Vendor Response: UPDATE → NOT_SET'],
    ['details', null, 'text', 'Details: (None) → text'],
    ['details', 'text', null, 'Details: text → (None)'],
    ['details', 'old', 'new', 'Details: old → new'],
    ['isSuppressed', false, true, 'Suppressed'],
    ['isSuppressed', true, false, 'Unsuppressed'],
    ['severity', null, 'HIGH', 'Severity: UNASSIGNED → HIGH'],
    ['cvssV2Vector', null, 'v', 'CVSSv2 Vector: (None) → v'],
    ['cvssV2Score', null, 1.5, 'CVSSv2 Score: (None) → 1.5'],
    ['cvssV3Vector', 'v', null, 'CVSSv3 Vector: v → (None)'],
    ['cvssV3Score', 1, 2, 'CVSSv3 Score: 1 → 2'],
    ['cvssV4Vector', 'v', 'w', 'CVSSv4 Vector: v → w'],
    ['cvssV4Score', 10, null, 'CVSSv4 Score: 10 → (None)'],
    ['owaspVector', null, 'v', 'OWASP Vector: (None) → v'],
    ['owaspScore', null, 4, 'OWASP Score: (None) → 4'],
    ['expiresAt', null, '2030-01-01T00:00:00.000Z', 'Expires: never → 2030-01-01T00:00:00.000Z'],
  ] as const)('of %s from %s to %s: %s', (field, from, to, words) => {
    expect(describeChanges([{ field, from, to }])).toBe(words);
  });

  it('cut long details off, on both sides', () => {
    const [from, to] = ['a'.repeat(5_000), '\u{1f600}'.repeat(5_000)];
    const words = describeChanges([{ field: 'details', from, to }]);
    expect(words).toBe(`Details: ${'a'.repeat(1_000)}… → ${'\u{1f600}'.repeat(500)}…`);
  });
});
