import { SEVERITIES } from '@tallyman/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolveSeverity, type Scores } from './resolve-severity.ts';

const owasp = (likelihood: number, technicalImpact: number, businessImpact = 0) => ({
  owasp: { likelihood, technicalImpact, businessImpact },
});

describe('the severity of a vulnerability', () => {
  it.each<[string, Scores, string]>([
    ['is that of v4, not of v3 and v2', { cvssV4: 2, cvssV3: 9.8, cvssV2: 10 }, 'LOW'],
    ['is that of v3, not of v2', { cvssV3: 4, cvssV2: 10 }, 'MEDIUM'],
    ['is critical for 9 in v3', { cvssV3: 9 }, 'CRITICAL'],
    ['is high for 8.9 in v3', { cvssV3: 8.9 }, 'HIGH'],
    ['is high for 7 in v4', { cvssV4: 7 }, 'HIGH'],
    ['is high for 10 in v2', { cvssV2: 10 }, 'HIGH'],
    ['is medium for 6.9 in v2', { cvssV2: 6.9 }, 'MEDIUM'],
    ['is low for 0.1', { cvssV3: 0.1 }, 'LOW'],
    ['is unassigned for 0', { cvssV3: 0 }, 'UNASSIGNED'],
    ['is unassigned without a score', {}, 'UNASSIGNED'],
    ['is info for low likelihood and impact', owasp(2.9, 2.9), 'INFO'],
    ['is low for low likelihood and medium impact', owasp(1, 3), 'LOW'],
    ['is medium for low likelihood and high impact', owasp(1, 6), 'MEDIUM'],
    ['is low for medium likelihood and low impact', owasp(3, 1), 'LOW'],
    ['is medium for medium likelihood and impact', owasp(5.9, 5.9), 'MEDIUM'],
    ['is high for medium likelihood and high impact', owasp(3, 9), 'HIGH'],
    ['is medium for high likelihood and low impact', owasp(9, 1), 'MEDIUM'],
    ['is high for high likelihood and medium impact', owasp(6, 4), 'HIGH'],
    ['is critical for high likelihood and impact', owasp(6, 6), 'CRITICAL'],
    ['uses the larger of technical and business impact', owasp(6, 0, 6), 'CRITICAL'],
    ['is that of OWASP if it is worse than CVSS', { cvssV3: 5, ...owasp(6, 6) }, 'CRITICAL'],
    ['is that of CVSS if it is worse than OWASP', { cvssV3: 9.5, ...owasp(1, 1) }, 'CRITICAL'],
  ])('%s', (_rule, scores, severity) => {
    expect(resolveSeverity(scores)).toBe(severity);
  });

  it('is the stated one only without a score', () => {
    expect(resolveSeverity({}, 'CRITICAL')).toBe('CRITICAL');
    expect(resolveSeverity({ cvssV3: 5 }, 'CRITICAL')).toBe('MEDIUM');
  });

  const rank = (scores: Scores) => SEVERITIES.indexOf(resolveSeverity(scores));
  const score = fc.integer({ min: 0, max: 100 }).map((tenths) => tenths / 10);
  const factors = fc.record({
    likelihood: fc.double({ min: 0, max: 9, noNaN: true }),
    technicalImpact: fc.double({ min: 0, max: 9, noNaN: true }),
    businessImpact: fc.double({ min: 0, max: 9, noNaN: true }),
  });

  it.each(['cvssV2', 'cvssV3', 'cvssV4'] as const)('never falls when the score of %s rises', (version) => {
    fc.assert(
      fc.property(score, score, (a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        expect(rank({ [version]: high })).toBeLessThanOrEqual(rank({ [version]: low }));
      }),
    );
  });

  it('is the worse one of CVSS and OWASP', () => {
    fc.assert(
      fc.property(score, factors, (cvssV3, owasp) => {
        expect(rank({ cvssV3, owasp })).toBe(Math.min(rank({ cvssV3 }), rank({ owasp })));
      }),
    );
  });

  it('ignores v3 and v2 if there is a v4 score', () => {
    fc.assert(
      fc.property(score, score, score, (cvssV4, cvssV3, cvssV2) => {
        expect(rank({ cvssV4, cvssV3, cvssV2 })).toBe(rank({ cvssV4 }));
      }),
    );
  });
});
