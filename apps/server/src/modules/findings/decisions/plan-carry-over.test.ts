import type { AnalysisState } from '@tallyman/contract';
import { ANALYSIS_STATES } from '@tallyman/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DecisionFields, FIELD_NAMES, type FieldName, UNDECIDED } from '../decision.ts';
import type { CarriedDecision } from './carry-over-store.ts';
import { planCarryOver } from './plan-carry-over.ts';

const ORIGIN = { id: 1, uuid: '0190c3e0-3f2a-7b6e-9f6c-0a1b2c3d4e5f', name: 'shop', version: '1.0' };
const DECIDED_AT = new Date('2026-01-02T03:04:05Z');
const LATER = new Date('2030-01-01T00:00:00Z');

const carried = (fields: DecisionFields, more: Partial<CarriedDecision> = {}): CarriedDecision => ({
  componentId: 1,
  vulnerabilityId: 2,
  isSame: true,
  fields: { ...UNDECIDED, ...fields },
  policyFields: [],
  expiresAt: null,
  lapsing: [],
  commenter: 'ada',
  decidedAt: DECIDED_AT,
  componentVersion: '2.0',
  ...more,
});
const plan = (...decisions: CarriedDecision[]) => planCarryOver(ORIGIN, decisions);

describe('To the same component', () => {
  it.each(ANALYSIS_STATES.filter((state) => state !== 'NOT_SET'))('carries over %s', (state) => {
    const { decisions, versionChanged } = plan(carried({ state }));
    expect(decisions.map(({ fields }) => fields.state)).toEqual([state]);
    expect(versionChanged).toBe(0);
  });

  it('carries over every field of the decision', () => {
    const fields = {
      state: 'NOT_AFFECTED',
      justification: 'CODE_NOT_PRESENT',
      response: 'UPDATE',
      details: 'x',
      isSuppressed: true,
      severity: 'LOW',
      owaspVector: 'v',
      owaspScore: 1.5,
    } as const;
    expect(plan(carried(fields)).decisions[0]?.fields).toEqual({ ...UNDECIDED, ...fields });
  });

  it('carries over the expiry, and which fields expire', () => {
    const decision = carried({ isSuppressed: true }, { expiresAt: LATER, lapsing: ['isSuppressed'] });
    expect(plan(decision).decisions[0]).toMatchObject({ expiresAt: LATER, lapsing: ['isSuppressed'] });
  });

  it('leaves an expiry in the new project unchanged if the decision has none', () => {
    expect(plan(carried({ state: 'RESOLVED' })).decisions[0]).not.toHaveProperty('expiresAt');
  });
});

describe('To another version of the component', () => {
  const carriedStates: readonly AnalysisState[] = ['EXPLOITABLE', 'IN_TRIAGE'];
  it.each(ANALYSIS_STATES.filter((state) => state !== 'NOT_SET'))(
    'carries over %s only if it is EXPLOITABLE or IN_TRIAGE',
    (state) => {
      const isCarried = carriedStates.includes(state);
      const { decisions, versionChanged } = plan(carried({ state }, { isSame: false }));
      expect(decisions).toHaveLength(isCarried ? 1 : 0);
      expect(versionChanged).toBe(isCarried ? 0 : 1);
    },
  );

  it.each(carriedStates)('carries over nothing of %s if it is suppressed', (state) => {
    const decision = carried({ state, isSuppressed: true }, { isSame: false });
    expect(plan(decision)).toEqual({ decisions: [], versionChanged: 1 });
  });

  it('counts a suppression without a state as left out', () => {
    expect(plan(carried({ isSuppressed: true }, { isSame: false }))).toMatchObject({ versionChanged: 1 });
  });
});

describe('What a policy set', () => {
  it('is not carried over', () => {
    const decision = carried(
      { state: 'NOT_AFFECTED', details: 'x', isSuppressed: true },
      { policyFields: ['state', 'isSuppressed'] },
    );
    expect(plan(decision).decisions[0]?.fields).toEqual({ ...UNDECIDED, details: 'x' });
  });

  it('is not counted as left out either if nothing else was decided', () => {
    const decision = carried({ state: 'NOT_AFFECTED' }, { policyFields: ['state'], isSame: false });
    expect(plan(decision)).toEqual({ decisions: [], versionChanged: 0 });
  });

  it('does not suppress an EXPLOITABLE finding of another version', () => {
    const decision = carried(
      { state: 'EXPLOITABLE', isSuppressed: true },
      { policyFields: ['isSuppressed'], isSame: false },
    );
    expect(plan(decision).decisions[0]?.fields).toEqual({ ...UNDECIDED, state: 'EXPLOITABLE' });
  });
});

describe('Each with an audit entry naming its origin', () => {
  const noteOf = (decision: CarriedDecision, origin = ORIGIN as Parameters<typeof planCarryOver>[0]) =>
    planCarryOver(origin, [decision]).decisions[0]?.note;

  it.each([
    [
      'project, version and decider',
      {},
      'Carried over from shop 1.0: decided by ada at 2026-01-02T03:04:05.000Z',
    ],
    [
      'an unknown decider',
      { commenter: null },
      'Carried over from shop 1.0: decided by somebody at 2026-01-02T03:04:05.000Z',
    ],
    [
      'the other version of the component',
      { isSame: false },
      'Carried over from shop 1.0: decided by ada at 2026-01-02T03:04:05.000Z, on version 2.0 of the component',
    ],
    [
      'a component without version',
      { isSame: false, componentVersion: null },
      'Carried over from shop 1.0: decided by ada at 2026-01-02T03:04:05.000Z, on version (None) of the component',
    ],
  ])('%s', (_what, more, note) => {
    expect(noteOf(carried({ state: 'EXPLOITABLE' }, more))).toBe(note);
  });

  it('a project without version', () => {
    expect(noteOf(carried({ state: 'RESOLVED' }), { ...ORIGIN, version: null })).toMatch(
      /^Carried over from shop: decided by ada/,
    );
  });
});

describe('A carry-over', () => {
  const fields = fc.record(
    {
      state: fc.constantFrom(...ANALYSIS_STATES),
      details: fc.constantFrom('x', null),
      isSuppressed: fc.boolean(),
      owaspScore: fc.constantFrom(1, null),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<DecisionFields>;
  const decision = fc
    .record({ fields, isSame: fc.boolean(), policyFields: fc.subarray<FieldName>(['state', 'isSuppressed']) })
    .map(({ fields, ...more }) => carried(fields, more));

  it('decides each finding independently of the others, in their order', () => {
    fc.assert(
      fc.property(fc.array(decision, { maxLength: 6 }), (decisions) => {
        const each = decisions.map((one) => plan(one));
        expect(plan(...decisions)).toEqual({
          decisions: each.flatMap((one) => one.decisions),
          versionChanged: each.reduce((sum, one) => sum + one.versionChanged, 0),
        });
      }),
    );
  });

  it('never invents a value: each field is that of the decision, or undecided', () => {
    fc.assert(
      fc.property(decision, (one) => {
        for (const planned of plan(one).decisions) {
          for (const name of FIELD_NAMES) {
            const isPolicys = one.policyFields.includes(name);
            expect(planned.fields[name]).toBe(isPolicys ? UNDECIDED[name] : one.fields[name]);
          }
        }
      }),
    );
  });
});
