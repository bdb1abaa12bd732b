import { describe, expect, it } from 'vitest';
import { ratingsToCyclonedx } from './ratings-to-cyclonedx.ts';

const VECTOR = 'SL:1/M:1/O:0/S:2/ED:1/EE:1/A:1/ID:1/LC:2/LI:1/LAV:1/LAC:1/FD:1/RD:1/NC:2/PV:3';
const NOTHING = {
  severity: null,
  cvss_v2_vector: null,
  cvss_v2_score: null,
  cvss_v3_vector: null,
  cvss_v3_score: null,
  cvss_v4_vector: null,
  cvss_v4_score: null,
  owasp_vector: null,
  owasp_score: null,
};
const owaspOf = (decision: object) =>
  ratingsToCyclonedx('NVD', NOTHING, [{ refs: ['a'], decision: { ...NOTHING, ...decision } }]).find(
    ({ method }) => method === 'OWASP',
  )?.severity;

describe('The severity of an OWASP rating', () => {
  it('is the one that a policy states: LOW is exported as low', () => {
    expect(owaspOf({ owasp_vector: VECTOR, owasp_score: 1, severity: 'LOW' })).toBe('low');
    expect(owaspOf({ owasp_score: 1, severity: 'LOW' })).toBe('low');
  });

  it('is what its vector comes to where none is stated, or for another rating', () => {
    expect(owaspOf({ owasp_vector: VECTOR })).toBe('info');
    expect(owaspOf({ owasp_vector: VECTOR, severity: 'HIGH', cvss_v3_score: 8 })).toBe('info');
  });
});
