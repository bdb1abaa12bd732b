import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type DecidedFields,
  type Decider,
  type Decision,
  type DecisionFields,
  FIELD_NAMES,
  type FieldName,
  type StandingDecision,
  UNDECIDED,
} from '../decision.ts';
import { planDecisions } from './plan-decisions.ts';

const FINDING = { componentId: 1, vulnerabilityId: 2 };
const LATER = new Date('2030-01-01T00:00:00Z');

const NOBODY: StandingDecision = {
  ...FINDING,
  projectId: 3,
  fields: UNDECIDED,
  decidedBy: null,
  policy: null,
  policyFields: [],
  expiresAt: null,
  beforeExpiry: null,
};

const PERSON: Decider = { kind: 'PERSON', name: 'ada' };
const VEX: Decider = { kind: 'VEX', name: 'CycloneDX VEX' };
const policyNamed = (policy: string): Decider => ({ kind: 'POLICY', name: `Policy: ${policy}`, policy });

const plan = (before: StandingDecision, by: Decider, decision: Partial<Decision>) =>
  planDecisions([before], by, [{ ...FINDING, fields: {}, ...decision }]);

/** Decisions in turn. */
type Step = (before: StandingDecision) => StandingDecision;
const step =
  (by: Decider, decision: Partial<Decision>): Step =>
  (before) =>
    plan(before, by, decision).changed[0]?.after ?? before;
const says = (by: Decider, fields: DecisionFields): Step => step(by, { fields });
const applies = (policy: string, fields: DecisionFields): Step =>
  step(policyNamed(policy), { fields: { ...UNDECIDED, ...fields } });
const goes = (policy: string, withdraws: readonly FieldName[] = FIELD_NAMES): Step =>
  step(policyNamed(policy), { withdraws });
const until = (by: Decider, fields: DecisionFields): Step => step(by, { fields, expiresAt: LATER });
const expires: Step = (before) =>
  before.expiresAt === null
    ? before
    : step(
        { kind: 'EXPIRY', name: 'Expiry' },
        { fields: before.beforeExpiry?.fields ?? {}, expiresAt: null },
      )(before);
const after = (...steps: readonly Step[]) => steps.reduce((standing, next) => next(standing), NOBODY);

const HIDES: DecisionFields = {
  state: 'NOT_AFFECTED',
  justification: 'CODE_NOT_REACHABLE',
  isSuppressed: true,
};

describe('Confirming the decision of a policy changes its owner', () => {
  it.each([
    ['a VEX statement', VEX],
    ['a person', PERSON],
  ])('%s', (_who, by) => {
    const agreed = after(applies('p', HIDES), says(by, HIDES));
    expect(agreed).toMatchObject({ decidedBy: by.kind, policy: null, policyFields: [] });
    expect(goes('p')(agreed)).toEqual(agreed);
  });

  it('the decision is unchanged, and the outcome names the policy', () => {
    const { outcomes, changed } = plan(after(applies('p', HIDES)), VEX, { fields: HIDES });
    expect(outcomes[0]).toMatchObject({ result: 'unchanged', changes: [], takenOverFrom: 'p' });
    expect(changed).toHaveLength(1);
  });

  it.each<[string, StandingDecision, Decider]>([
    ['a person overrides a VEX statement', after(says(VEX, HIDES)), PERSON],
    ['a person decides first', NOBODY, PERSON],
    ['another policy decides', after(applies('p', HIDES)), policyNamed('q')],
    ['a person says nothing', after(applies('p', HIDES)), { ...PERSON, name: 'silent' }],
  ])('the outcome names no policy when %s', (_, before, by) => {
    const fields = by.name === 'silent' ? {} : { state: 'EXPLOITABLE' as const };
    expect(plan(before, by, { fields }).outcomes[0]).not.toHaveProperty('takenOverFrom');
  });

  it('confirming again changes nothing', () => {
    const { outcomes, changed } = plan(after(applies('p', HIDES), says(VEX, HIDES)), VEX, { fields: HIDES });
    expect(outcomes[0]).toMatchObject({ result: 'unchanged' });
    expect(outcomes[0]).not.toHaveProperty('takenOverFrom');
    expect(changed).toEqual([]);
  });

  it('only for the stated fields; the others are reset with the policy', () => {
    const agreed = after(applies('p', HIDES), says(VEX, { state: 'NOT_AFFECTED', isSuppressed: true }));
    expect(agreed).toMatchObject({ decidedBy: 'VEX', policy: 'p', policyFields: ['justification'] });
    expect(goes('p')(agreed)).toMatchObject({
      fields: { ...UNDECIDED, state: 'NOT_AFFECTED', isSuppressed: true },
      decidedBy: 'VEX',
      policy: null,
    });
  });

  it('not by a statement without fields', () => {
    const { changed } = plan(after(applies('p', HIDES)), VEX, { fields: {} });
    expect(changed).toEqual([]);
  });

  it('another policy as well, so that the first can be withdrawn without effect', () => {
    const agreed = after(applies('p', HIDES), applies('q', HIDES));
    expect(agreed).toMatchObject({ decidedBy: 'POLICY', policy: 'q' });
    expect(goes('p')(agreed)).toEqual(agreed);
  });
});

describe('A statement that agrees', () => {
  const CARRIED: Decider = { kind: 'CARRIED_OVER', name: 'Carried over' };

  it.each<[string, Decider, Decider, Decider]>([
    ['with VEX leaves it the owner', VEX, PERSON, VEX],
    ['with a person leaves the person the owner', PERSON, VEX, PERSON],
    ['with a carried over decision makes the person the owner', CARRIED, PERSON, PERSON],
    ['with a carried over decision makes VEX the owner', CARRIED, VEX, VEX],
    ['with a policy makes the carried over decision the owner', policyNamed('p'), CARRIED, CARRIED],
  ])('%s', (_, first, second, owner) => {
    expect(after(says(first, HIDES), says(second, HIDES)).decidedBy).toBe(owner.kind);
  });

  it('only that a field is undecided leaves the owner as it is', () => {
    const said = after(applies('p', HIDES), says(PERSON, { details: null }));
    expect(said).toMatchObject({ decidedBy: 'POLICY', policy: 'p' });
    const ofNothing = after(applies('p', {}), says(PERSON, { details: null }));
    expect(ofNothing).toMatchObject({ decidedBy: 'POLICY', policy: 'p', policyFields: [] });
  });
});

describe('A decision that expires over the decision of a policy', () => {
  const said = after(applies('p', HIDES), until(PERSON, { state: 'EXPLOITABLE', isSuppressed: false }));

  it('remembers the fields of the policy as its own', () => {
    expect(said.beforeExpiry).toEqual({
      fields: { state: 'NOT_AFFECTED', isSuppressed: true },
      decidedBy: 'POLICY',
      policy: 'p',
      policyFields: ['state', 'isSuppressed'],
    });
  });

  it('returns them to the policy', () => {
    expect(expires(said)).toEqual({ ...after(applies('p', HIDES)) });
  });

  it('returns to the policy what it only confirmed', () => {
    const confirmed = after(
      applies('p', { state: 'NOT_AFFECTED' }),
      until(PERSON, { state: 'NOT_AFFECTED' }),
    );
    expect(confirmed.beforeExpiry).toEqual({
      fields: { state: 'NOT_AFFECTED' },
      decidedBy: 'POLICY',
      policy: 'p',
      policyFields: ['state'],
    });
  });

  it('leaves to a person what the person has confirmed since without an expiry', () => {
    const confirmed = after(
      applies('p', HIDES),
      until(PERSON, { isSuppressed: false }),
      says(PERSON, { state: 'NOT_AFFECTED' }),
      expires,
    );
    expect(confirmed).toMatchObject({
      decidedBy: 'PERSON',
      policy: 'p',
      policyFields: ['justification', 'isSuppressed'],
    });
  });

  it('leaves to a person what the person has decided before', () => {
    const decided = after(
      applies('p', HIDES),
      says(PERSON, { state: 'EXPLOITABLE' }),
      until(PERSON, { isSuppressed: false }),
      expires,
    );
    expect(decided).toMatchObject({
      decidedBy: 'PERSON',
      policy: 'p',
      policyFields: ['justification', 'isSuppressed'],
    });
  });

  it('keeps the share of the policy when a VEX statement overrides a part of it', () => {
    expect(says(VEX, { state: 'RESOLVED' })(said)).toMatchObject({
      expiresAt: LATER,
      beforeExpiry: {
        fields: { isSuppressed: true },
        decidedBy: 'VEX',
        policy: 'p',
        policyFields: ['isSuppressed'],
      },
    });
    const withoutPolicy = after(until(PERSON, { state: 'IN_TRIAGE', isSuppressed: true }));
    expect(says(VEX, { state: 'RESOLVED' })(withoutPolicy).beforeExpiry).toEqual({
      fields: { isSuppressed: false },
      decidedBy: 'VEX',
      policy: null,
      policyFields: [],
    });
  });

  it('belongs to the policy that overrides a part of it', () => {
    const ofPolicies = after(
      until(policyNamed('p'), { state: 'NOT_AFFECTED', isSuppressed: true }),
      says(policyNamed('q'), { state: 'EXPLOITABLE' }),
    );
    expect(ofPolicies.beforeExpiry).toEqual({
      fields: { isSuppressed: false },
      decidedBy: 'POLICY',
      policy: 'q',
      policyFields: [],
    });
  });

  it.each<['POLICY' | 'PERSON', DecisionFields]>([
    ['POLICY', { state: 'NOT_SET' }],
    ['PERSON', { state: 'NOT_AFFECTED' }],
  ])('stored before fields had owners has the fields of %s', (decidedBy, fields) => {
    const stored: StandingDecision = {
      ...NOBODY,
      decidedBy: 'PERSON',
      expiresAt: LATER,
      beforeExpiry: { fields: { state: 'NOT_AFFECTED' }, decidedBy, policy: 'p' },
    };
    expect(goes('p')(stored).beforeExpiry).toEqual({
      fields,
      decidedBy: decidedBy === 'POLICY' ? null : decidedBy,
      policy: null,
      policyFields: [],
    });
  });

  it('restores the fields that the policy still states when it withdraws others', () => {
    expect(goes('p', ['isSuppressed'])(said).beforeExpiry).toEqual({
      fields: { state: 'NOT_AFFECTED', isSuppressed: false },
      decidedBy: 'POLICY',
      policy: 'p',
      policyFields: ['state'],
    });
  });
});

describe('When a policy is withdrawn', () => {
  it('a finding that only it had decided is undecided', () => {
    expect(after(applies('p', HIDES), goes('p'))).toEqual(NOBODY);
  });

  it('an exploitable finding is no longer suppressed', () => {
    const said = after(applies('p', HIDES), says(VEX, { state: 'EXPLOITABLE' }));
    expect(said.fields).toMatchObject({ state: 'EXPLOITABLE', isSuppressed: true });
    const { outcomes } = plan(said, policyNamed('p'), { withdraws: FIELD_NAMES });
    expect(outcomes[0]?.changes).toEqual([
      { field: 'justification', from: 'CODE_NOT_REACHABLE', to: 'NOT_SET' },
      { field: 'isSuppressed', from: true, to: false },
    ]);
    expect(goes('p')(said)).toMatchObject({
      fields: { ...UNDECIDED, state: 'EXPLOITABLE' },
      decidedBy: 'VEX',
      policy: null,
      policyFields: [],
    });
  });

  it('fields that somebody else has set since stay', () => {
    const said = after(applies('p', HIDES), says(PERSON, { isSuppressed: true }), goes('p'));
    expect(said.fields).toEqual({ ...UNDECIDED, isSuppressed: true });
  });

  it('fields of another policy stay', () => {
    const said = after(applies('p', HIDES), says(VEX, { state: 'EXPLOITABLE' }));
    expect(goes('q')(said)).toEqual(said);
  });

  it('a later expiry does not restore its fields', () => {
    const said = after(applies('p', HIDES), until(PERSON, { state: 'EXPLOITABLE', isSuppressed: false }));
    expect(said.beforeExpiry).toMatchObject({ fields: { state: 'NOT_AFFECTED', isSuppressed: true } });
    expect(after(() => said, goes('p'), expires).fields).toEqual(UNDECIDED);
    expect(expires(said).fields).toEqual({ ...UNDECIDED, ...HIDES });
    expect(after(() => said, expires, goes('p'))).toMatchObject({ fields: UNDECIDED, decidedBy: null });
  });

  it('only the fields are reset that it no longer states', () => {
    const said = after(applies('p', HIDES), says(VEX, { state: 'EXPLOITABLE' }), goes('p', ['isSuppressed']));
    expect(said).toMatchObject({ policy: 'p', policyFields: ['justification'] });
    expect(said.fields).toMatchObject({ justification: 'CODE_NOT_REACHABLE', isSuppressed: false });
  });
});

/** A simple model: who set each field, and to what. */
class Ledger {
  readonly #entries = new Map<FieldName, { value: unknown; owner: string }>();
  #isOwnedByHuman = false;

  apply({ kind, name, fields }: Move): void {
    if (kind === 'goes') {
      for (const [field, { owner }] of this.#entries) if (owner === name) this.#entries.delete(field);
    } else if (kind === 'policy') {
      if (!this.#isOwnedByHuman) this.#write(name, { ...UNDECIDED, ...fields });
    } else {
      const isHeard = FIELD_NAMES.some(
        (field) =>
          fields[field] !== undefined &&
          (fields[field] !== this.valueOf(field) || this.valueOf(field) !== UNDECIDED[field]),
      );
      this.#isOwnedByHuman ||= isHeard;
      this.#write('human', fields);
    }
  }

  #write(owner: string, fields: DecisionFields): void {
    for (const field of FIELD_NAMES) {
      const value = fields[field];
      if (value !== undefined) this.#entries.set(field, { value, owner });
    }
  }

  valueOf(field: FieldName): unknown {
    return this.#entries.get(field)?.value ?? UNDECIDED[field];
  }

  get fields(): DecidedFields {
    return Object.fromEntries(FIELD_NAMES.map((field) => [field, this.valueOf(field)])) as never;
  }
}

interface Move {
  readonly kind: 'policy' | 'vex' | 'person' | 'goes';
  readonly name: string;
  readonly fields: DecisionFields;
}

const fields: fc.Arbitrary<DecisionFields> = fc.record(
  {
    state: fc.constantFrom('EXPLOITABLE' as const, 'NOT_AFFECTED' as const, 'NOT_SET' as const),
    justification: fc.constantFrom('CODE_NOT_PRESENT' as const, 'NOT_SET' as const),
    details: fc.constantFrom('x', 'y', null),
    isSuppressed: fc.boolean(),
    owaspScore: fc.constantFrom(1, 2, null),
  },
  { requiredKeys: [] },
);
const move: fc.Arbitrary<Move> = fc.record({
  kind: fc.constantFrom('policy', 'vex', 'person', 'goes'),
  name: fc.constantFrom('p', 'q'),
  fields,
});

function toStep({ kind, name, fields: said }: Move): Step {
  if (kind === 'goes') return goes(name);
  if (kind === 'policy') return applies(name, said);
  return says(kind === 'vex' ? VEX : PERSON, said);
}

describe('After any sequence of policies, VEX documents, people and withdrawals', () => {
  it('each field has the value that its owner set, and none if the owner was withdrawn', () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 12 }), (moves) => {
        const ledger = new Ledger();
        let standing = NOBODY;
        for (const one of moves) {
          standing = toStep(one)(standing);
          ledger.apply(one);
          expect(standing.fields).toEqual(ledger.fields);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('nothing is left of withdrawn policies, also after an expiry', () => {
    const expiring = fc.record({ kind: fc.constant('until' as const), fields });
    const lapse = fc.constant({ kind: 'expires' as const });
    fc.assert(
      fc.property(fc.array(fc.oneof(move, expiring, lapse), { maxLength: 12 }), (moves) => {
        const steps = moves.map((one) => {
          if (one.kind === 'expires') return expires;
          return one.kind === 'until' ? until(PERSON, one.fields) : toStep(one);
        });
        const withPolicies = after(...steps, goes('p'), goes('q'), expires);
        expect(withPolicies).toMatchObject({ policy: null, policyFields: [] });
        if (withPolicies.decidedBy === null) expect(withPolicies.fields).toEqual(UNDECIDED);
        expect(withPolicies.decidedBy).not.toBe('POLICY');
        const said = new Set(
          moves
            .flatMap((one) => ('name' in one && (one.kind === 'policy' || one.kind === 'goes') ? [] : [one]))
            .flatMap((one) =>
              'fields' in one ? [JSON.stringify(['isSuppressed', one.fields.isSuppressed])] : [],
            ),
        );
        if (withPolicies.fields.isSuppressed) expect(said).toContain('["isSuppressed",true]');
      }),
      { numRuns: 2_000 },
    );
  });
});
