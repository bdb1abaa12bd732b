import { describe, expect, it } from 'vitest';
import { UNDECIDED } from '../findings/decision.ts';
import { toDecisionFields } from './to-decision-fields.ts';
import type { PolicyDraft, Rating } from './vuln-policy.ts';

const draft = (more: Partial<PolicyDraft>): PolicyDraft => ({
  name: 'policy',
  description: null,
  author: null,
  condition: 'true',
  analysis: { state: 'IN_TRIAGE' },
  ratings: [],
  operationMode: 'APPLY',
  priority: 0,
  validFrom: null,
  validUntil: null,
  ...more,
});

describe('A policy writes all fields', () => {
  it('those that it does not set are undecided', () => {
    expect(toDecisionFields(draft({}))).toEqual({ ...UNDECIDED, state: 'IN_TRIAGE' });
  });

  it('those of its analysis', () => {
    const analysis = {
      state: 'NOT_AFFECTED',
      justification: 'CODE_NOT_REACHABLE',
      response: 'WILL_NOT_FIX',
      details: 'Dead code',
      suppress: true,
    } as const;
    expect(toDecisionFields(draft({ analysis }))).toMatchObject({
      state: 'NOT_AFFECTED',
      justification: 'CODE_NOT_REACHABLE',
      response: 'WILL_NOT_FIX',
      details: 'Dead code',
      isSuppressed: true,
    });
  });
});

describe('The ratings of a policy', () => {
  const VECTOR = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H';
  const rate = (...ratings: Rating[]) => toDecisionFields(draft({ ratings }));

  it.each<[Rating, object]>([
    [
      { method: 'CVSSV2', severity: 'LOW', score: 2 },
      { cvssV2Score: 2, cvssV2Vector: null },
    ],
    [
      { method: 'CVSSV3', severity: 'LOW', score: 3 },
      { cvssV3Score: 3, cvssV3Vector: null },
    ],
    [
      { method: 'CVSSV4', severity: 'LOW', score: 4 },
      { cvssV4Score: 4, cvssV4Vector: null },
    ],
    [
      { method: 'OWASP', severity: 'LOW', score: 5 },
      { owaspScore: 5, owaspVector: null },
    ],
  ])('%j', (rating, expected) => {
    expect(rate(rating)).toMatchObject(expected);
  });

  it('get their score from the vector', () => {
    expect(rate({ method: 'CVSSV3', severity: 'LOW', vector: VECTOR })).toMatchObject({
      cvssV3Vector: VECTOR,
      cvssV3Score: 9.8,
    });
  });

  it('keep a score that is given beside the vector', () => {
    expect(rate({ method: 'CVSSV3', severity: 'LOW', vector: VECTOR, score: 1.5 }).cvssV3Score).toBe(1.5);
  });

  it('decide the severity by the highest of them', () => {
    const [high, low] = [
      { method: 'CVSSV3', severity: 'HIGH' },
      { method: 'OWASP', severity: 'LOW' },
    ] as const;
    expect(rate(low, high).severity).toBe('HIGH');
    expect(rate(high, low).severity).toBe('HIGH');
    expect(rate().severity).toBeNull();
  });
});
