import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toStorableText } from '../../../platform/db/storable-text.ts';
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

/** The result of decisions in turn. */
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
  ])('%s over %s is %s', (kind, decidedBy, result) => {
    const before = standing({ state: 'IN_TRIAGE' }, { decidedBy });
    const { outcomes, changed } = planDecisions([before], by(kind), [decide({ state: 'RESOLVED' })]);
    expect(outcomes[0]?.result).toBe(result);
    expect(outcomes[0]?.changes).toHaveLength(result === 'applied' ? 1 : 0);
    expect(changed.map((finding) => finding.after.decidedBy)).toEqual(result === 'applied' ? [kind] : []);
  });

  it('names the policy that decided until somebody else decides', () => {
    const policy = after(standing(), ['POLICY', decide({ state: 'EXPLOITABLE' })]);
    expect(policy).toMatchObject({ decidedBy: 'POLICY', policy: 'p' });
    expect(after(policy, ['PERSON', decide({ state: 'RESOLVED' })])).toMatchObject({
      decidedBy: 'PERSON',
      policy: null,
    });
  });
});

describe('Planning decisions', () => {
  it('leaves a field unchanged that the decision does not carry', () => {
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

  it('applies decisions on one finding in turn', () => {
    const { outcomes, changed } = planDecisions([standing()], by('VEX'), [
      decide({ state: 'RESOLVED' }),
      decide({ state: 'EXPLOITABLE' }),
      decide({ state: 'EXPLOITABLE' }),
    ]);
    expect(outcomes.map(({ result }) => result)).toEqual(['applied', 'applied', 'unchanged']);
    expect(outcomes[1]?.changes).toEqual([{ field: 'state', from: 'RESOLVED', to: 'EXPLOITABLE' }]);
    expect(changed).toHaveLength(1);
    expect(changed[0]?.before.fields.state).toBe('NOT_SET');
  });

  it('reports a finding that does not exist', () => {
    expect(planDecisions([], by('PERSON'), [decide({ state: 'RESOLVED' })])).toEqual({
      outcomes: [{ result: 'no-finding', changes: [] }],
      changed: [],
    });
  });

  it('compares texts as they are stored, so that a character that cannot be stored is no change', () => {
    const decision = decide({ details: 'a\u0000b' });
    const stored = after(standing(), ['PERSON', decision]);
    expect(stored.fields.details).toBe(toStorableText('a\u0000b'));
    expect(stored.fields.details).not.toContain('\u0000');
    expect(planDecisions([stored], by('PERSON'), [decision]).outcomes[0]?.result).toBe('unchanged');
  });

  it('is idempotent', () => {
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
          expect(planDecisions([once], by(kind), [{ ...FINDING, ...second }]).outcomes[0]?.result).toBe(
            'unchanged',
          );
        },
      ),
    );
  });
});

const anyFields = fc.record(
  {
    state: fc.constantFrom('EXPLOITABLE', 'NOT_AFFECTED', 'NOT_SET'),
    details: fc.constantFrom('x', 'y', null),
    isSuppressed: fc.boolean(),
    severity: fc.constantFrom('HIGH', null),
    owaspScore: fc.constantFrom(1, 2, null),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<DecisionFields>;
const anyKind = fc.constantFrom<DeciderKind>('PERSON', 'VEX', 'POLICY', 'CARRIED_OVER');

describe('Decisions on different findings', () => {
  it('do not depend on their order', () => {
    const decision = fc.record({ componentId: fc.integer({ min: 1, max: 4 }), fields: anyFields });
    const decisions = fc.uniqueArray(decision, { selector: ({ componentId }) => componentId });
    const owner = fc.option(anyKind, { nil: null });
    fc.assert(
      fc.property(decisions, anyKind, owner, fc.infiniteStream(fc.nat()), (drawn, kind, decidedBy, seed) => {
        const all = [1, 2, 3, 4].map((componentId) => ({
          ...standing({ state: 'IN_TRIAGE' }, { decidedBy }),
          componentId,
        }));
        const order = drawn.map((one) => ({ ...FINDING, ...one }));
        const shuffled = order.map((one) => [seed.next().value ?? 0, one] as const);
        shuffled.sort(([a], [b]) => a - b);
        const resultOf = (given: readonly Decision[]) => {
          const { outcomes, changed } = planDecisions(all, by(kind), given);
          const results = given.map(({ componentId }, index) => [componentId, outcomes[index]] as const);
          return {
            results: results.toSorted(([a], [b]) => a - b),
            changed: changed.toSorted((a, b) => a.after.componentId - b.after.componentId),
          };
        };
        expect(resultOf(shuffled.map(([, one]) => one))).toEqual(resultOf(order));
      }),
    );
  });

  it('list exactly the fields that differ afterwards', () => {
    fc.assert(
      fc.property(anyFields, anyFields, (held, fields) => {
        const before = standing(held, { decidedBy: 'PERSON' });
        const { outcomes, changed } = planDecisions([before], by('PERSON'), [decide(fields)]);
        const after = { ...before.fields, ...fields };
        expect(changed[0]?.after.fields ?? before.fields).toEqual(after);
        const differing = Object.keys(after).filter(
          (name) => after[name as keyof typeof after] !== before.fields[name as keyof typeof after],
        );
        expect(outcomes[0]?.changes.map(({ field }) => field)).toEqual(differing);
        expect(outcomes[0]?.result).toBe(differing.length > 0 ? 'applied' : 'unchanged');
      }),
    );
  });
});

describe('Decisions that expire', () => {
  const expire = (decision: StandingDecision) =>
    after(decision, ['EXPIRY', decide(decision.beforeExpiry?.fields ?? {}, { expiresAt: null })]);
  const until = { expiresAt: LATER };

  it('restore the earlier decision and its owner', () => {
    const before = standing({ state: 'EXPLOITABLE' }, { decidedBy: 'VEX' });
    const decided = after(before, ['PERSON', decide({ state: 'NOT_AFFECTED', isSuppressed: true }, until)]);
    expect(decided).toMatchObject({ decidedBy: 'PERSON', expiresAt: LATER });
    expect(expire(decided)).toEqual(before);
  });

  it('let policies decide again if nobody had decided before', () => {
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

  it('restore every earlier decision of a person, whatever they changed', () => {
    fc.assert(
      fc.property(anyFields, anyFields, (held, fields) => {
        const before = standing(held, { decidedBy: 'PERSON' });
        const decided = after(before, ['PERSON', decide(fields, until)]);
        const hasChanged = Object.entries(fields).some(
          ([name, value]) => before.fields[name as keyof typeof before.fields] !== value,
        );
        if (hasChanged) expect(expire(decided)).toEqual(before);
      }),
    );
  });

  it('restore only the fields that they changed', () => {
    const before = standing({ state: 'EXPLOITABLE', details: 'x' }, { decidedBy: 'PERSON' });
    const decided = after(before, [
      'PERSON',
      decide({ state: 'EXPLOITABLE', details: 'x', isSuppressed: true }, until),
    ]);
    expect(expire(decided)).toEqual(before);
  });

  it('return to undecided if they had no expiry before', () => {
    const before = standing({ state: 'NOT_AFFECTED', isSuppressed: true }, { decidedBy: 'PERSON' });
    const decided = after(before, ['PERSON', decide({ state: 'NOT_AFFECTED', isSuppressed: true }, until)]);
    expect(expire(decided).fields).toEqual(UNDECIDED);
  });

  it('leave fields unchanged that somebody has decided since', () => {
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

  it('no longer expire once every field is decided again, and the audit entry names it', () => {
    const decided = after(standing(), ['PERSON', decide({ isSuppressed: true }, until)]);
    const { outcomes, changed } = planDecisions([decided], by('PERSON'), [decide({ isSuppressed: false })]);
    expect(describeChanges(outcomes[0]?.changes ?? [])).toBe(
      'Unsuppressed\nExpires: 2030-01-01T00:00:00.000Z → never',
    );
    expect(changed[0]?.after).toMatchObject({ expiresAt: null, beforeExpiry: null });
  });

  it('can be changed to expire later, or never', () => {
    const decided = after(standing(), ['PERSON', decide({ isSuppressed: true }, until)]);
    const muchLater = new Date('2040-01-01T00:00:00Z');
    const longer = after(decided, ['PERSON', decide({ isSuppressed: true }, { expiresAt: muchLater })]);
    expect(longer).toMatchObject({ expiresAt: muchLater, beforeExpiry: { fields: { isSuppressed: false } } });
    const forGood = after(decided, ['PERSON', decide({ isSuppressed: true }, { expiresAt: null })]);
    expect(forGood).toMatchObject({ fields: { isSuppressed: true }, expiresAt: null, beforeExpiry: null });
  });

  it('restore what held before the first of several', () => {
    const before = standing({ state: 'EXPLOITABLE' }, { decidedBy: 'PERSON' });
    const decided = after(
      before,
      ['PERSON', decide({ state: 'IN_TRIAGE' }, until)],
      ['PERSON', decide({ state: 'RESOLVED', isSuppressed: true }, until)],
    );
    expect(expire(decided)).toEqual(before);
  });

  it('list the expiry among the changes', () => {
    const { outcomes } = planDecisions([standing()], by('PERSON'), [decide({ isSuppressed: true }, until)]);
    expect(outcomes[0]?.changes).toEqual([
      { field: 'isSuppressed', from: false, to: true },
      { field: 'expiresAt', from: null, to: LATER.toISOString() },
    ]);
  });

  it.each<[string, Decision[], StandingDecision['beforeExpiry']]>([
    [
      'only the lapsing fields',
      [decide({ state: 'RESOLVED', details: 'x' }, { ...until, lapsing: ['state'] })],
      { fields: { state: 'NOT_SET' }, decidedBy: null, policy: null, policyFields: [] },
    ],
    [
      'no field that a later decision changes for good',
      [
        decide({ details: 'a', isSuppressed: true }, until),
        decide({ details: 'b', state: 'RESOLVED' }, { ...until, lapsing: ['state'] }),
      ],
      { fields: { isSuppressed: false, state: 'NOT_SET' }, decidedBy: null, policy: null, policyFields: [] },
    ],
    ['nothing without lapsing fields', [decide({ details: 'x' }, { ...until, lapsing: [] })], null],
  ])('restore %s', (_, decisions, beforeExpiry) => {
    const decided = after(standing(), ...decisions.map((one) => ['PERSON', one] as [DeciderKind, Decision]));
    expect(decided.beforeExpiry).toEqual(beforeExpiry);
    expect(decided.expiresAt).toEqual(beforeExpiry && LATER);
  });

  it('restore NOT_SET and no owner, in the stated fields only, if they had no expiry before', () => {
    const before = standing({ state: 'NOT_AFFECTED' }, { decidedBy: 'PERSON' });
    const decided = after(before, ['PERSON', decide({ state: 'NOT_AFFECTED', details: null }, until)]);
    expect(decided.beforeExpiry).toEqual({
      fields: { state: 'NOT_SET' },
      decidedBy: null,
      policy: null,
      policyFields: [],
    });
  });

  it('restore the same after a statement that confirms them', () => {
    const decided = after(standing(), ['PERSON', decide({ isSuppressed: true }, until)]);
    expect(after(decided, ['VEX', decide({ isSuppressed: true })])).toEqual(decided);
  });
});
