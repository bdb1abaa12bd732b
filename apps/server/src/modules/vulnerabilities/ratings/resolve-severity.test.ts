import { describe, expect, it } from 'vitest';
import { resolveSeverity, type Scores } from './resolve-severity.ts';

const owasp = (likelihood: number, technicalImpact: number, businessImpact = 0) => ({
  owasp: { likelihood, technicalImpact, businessImpact },
});

describe('the severity', () => {
  it.each<[string, Scores, string]>([
    ['v4 goes before v3 and v2', { cvssV4: 2, cvssV3: 9.8, cvssV2: 10 }, 'LOW'],
    ['v3 goes before v2', { cvssV3: 4, cvssV2: 10 }, 'MEDIUM'],
    ['9 is critical in v3', { cvssV3: 9 }, 'CRITICAL'],
    ['8.9 is high in v3', { cvssV3: 8.9 }, 'HIGH'],
    ['7 is high in v4', { cvssV4: 7 }, 'HIGH'],
    ['10 is high in v2', { cvssV2: 10 }, 'HIGH'],
    ['6.9 is medium in v2', { cvssV2: 6.9 }, 'MEDIUM'],
    ['0.1 is low', { cvssV3: 0.1 }, 'LOW'],
    ['0 is unassigned', { cvssV3: 0 }, 'UNASSIGNED'],
    ['no score is unassigned', {}, 'UNASSIGNED'],
    ['low likelihood and impact is info', owasp(2.9, 2.9), 'INFO'],
    ['low likelihood and medium impact is low', owasp(1, 3), 'LOW'],
    ['low likelihood and high impact is medium', owasp(1, 6), 'MEDIUM'],
    ['medium likelihood and low impact is low', owasp(3, 1), 'LOW'],
    ['medium likelihood and impact is medium', owasp(5.9, 5.9), 'MEDIUM'],
    ['medium likelihood and high impact is high', owasp(3, 9), 'HIGH'],
    ['high likelihood and low impact is medium', owasp(9, 1), 'MEDIUM'],
    ['high likelihood and medium impact is high', owasp(6, 4), 'HIGH'],
    ['high likelihood and impact is critical', owasp(6, 6), 'CRITICAL'],
    ['impact is the larger of technical and business', owasp(6, 0, 6), 'CRITICAL'],
    ['the worse of CVSS and OWASP counts', { cvssV3: 5, ...owasp(6, 6) }, 'CRITICAL'],
    ['also when that is CVSS', { cvssV3: 9.5, ...owasp(1, 1) }, 'CRITICAL'],
  ])('%s', (_rule, scores, severity) => {
    expect(resolveSeverity(scores)).toBe(severity);
  });

  it('is what somebody says only without a score', () => {
    expect(resolveSeverity({}, 'CRITICAL')).toBe('CRITICAL');
    expect(resolveSeverity({ cvssV3: 5 }, 'CRITICAL')).toBe('MEDIUM');
  });
});
