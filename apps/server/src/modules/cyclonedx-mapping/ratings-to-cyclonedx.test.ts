import { describe, expect, it } from 'vitest';
import type { StoredRatings } from '../vulnerabilities/ratings/stored-ratings.ts';
import { ratingsToCyclonedx } from './ratings-to-cyclonedx.ts';

const VECTOR = 'SL:1/M:1/O:0/S:2/ED:1/EE:1/A:1/ID:1/LC:2/LI:1/LAV:1/LAC:1/FD:1/RD:1/NC:2/PV:3';
const V2 = 'AV:N/AC:L/Au:N/C:P/I:P/A:P';
const V31 = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H';
const V4 = 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N';
const NOTHING: StoredRatings = {
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
const NVD = { source: { name: 'NVD' } };
const ratings = (...given: Partial<StoredRatings>[]) => given.map((one) => ({ ...NOTHING, ...one }));
/** The ratings of an entry with one part for each decision, whose references are r0, r1, … */
const exported = (vulnerability: Partial<StoredRatings>, ...decisions: Partial<StoredRatings>[]) =>
  ratingsToCyclonedx(
    'NVD',
    { ...NOTHING, ...vulnerability },
    ratings(...decisions).map((decision, n) => ({ refs: [`r${n}`], decision })),
  );

describe('The ratings of a vulnerability', () => {
  it.each<[string, Partial<StoredRatings>, object]>([
    ['CVSSv2', { cvss_v2_vector: V2, cvss_v2_score: 7.5 }, { score: 7.5, severity: 'high', vector: V2 }],
    [
      'CVSSv31',
      { cvss_v3_vector: V31, cvss_v3_score: 9.8 },
      { score: 9.8, severity: 'critical', vector: V31 },
    ],
    [
      'CVSSv3',
      { cvss_v3_vector: V31.replace('3.1', '3.0'), cvss_v3_score: 4 },
      { score: 4, severity: 'medium', vector: V31.replace('3.1', '3.0') },
    ],
    ['CVSSv4', { cvss_v4_vector: V4, cvss_v4_score: 0 }, { score: 0, severity: 'none', vector: V4 }],
    ['CVSSv2', { cvss_v2_score: 1 }, { score: 1, severity: 'low' }],
    ['CVSSv31', { cvss_v3_vector: V31 }, { vector: V31 }],
    ['OWASP', { owasp_vector: VECTOR, severity: 'HIGH' }, { severity: 'info', vector: VECTOR }],
  ])('have the method %s for %j', (method, given, expected) => {
    expect(exported(given, {})).toEqual([{ ...NVD, ...expected, method }]);
  });

  it('come in the order CVSSv2, CVSSv3, CVSSv4, OWASP', () => {
    const all = { cvss_v4_score: 1, owasp_vector: VECTOR, cvss_v2_score: 1, cvss_v3_score: 1 };
    expect(exported(all, {}).map(({ method }) => method)).toEqual(['CVSSv2', 'CVSSv31', 'CVSSv4', 'OWASP']);
  });

  it.each([
    ['HIGH', 'high'],
    ['UNASSIGNED', 'unknown'],
    [null, 'unknown'],
    ['NEW', 'unknown'],
  ])('are the severity %s as %s if there are no others', (severity, expected) => {
    expect(exported({ severity }, {})).toEqual([{ ...NVD, severity: expected, method: 'other' }]);
    expect(exported({ severity, cvss_v2_score: 5 }, {})).toHaveLength(1);
  });

  it('are the same where decisions are not exported', () => {
    const own = { ...NOTHING, cvss_v2_score: 5 };
    const expected = [{ ...NVD, score: 5, severity: 'medium', method: 'CVSSv2' }];
    expect(ratingsToCyclonedx('NVD', own, [{ refs: ['a'], decision: undefined }])).toEqual(expected);
  });
});

describe('"Ratings set on the analysis appear in exports"', () => {
  it('in place of the rating of the vulnerability with the same method, without its source', () => {
    expect(exported({ cvss_v2_score: 9, cvss_v3_score: 9 }, { cvss_v3_score: 2 })).toEqual([
      { ...NVD, score: 9, severity: 'high', method: 'CVSSv2' },
      { score: 2, severity: 'low', method: 'CVSSv31' },
    ]);
  });

  it('as a severity of its own', () => {
    expect(exported({ cvss_v2_score: 9 }, { severity: 'LOW' })).toEqual([
      { ...NVD, score: 9, severity: 'high', method: 'CVSSv2' },
      { severity: 'low', method: 'other' },
    ]);
    expect(exported({ severity: 'HIGH' }, { severity: 'LOW' })).toEqual([
      { severity: 'low', method: 'other' },
    ]);
  });

  it('once if all parts have the same', () => {
    expect(exported({}, { owasp_score: 3 }, { owasp_score: 3, severity: null })).toEqual(
      [
        { score: 3, method: 'OWASP' },
        { ...NVD, severity: 'unknown', method: 'other' },
      ].slice(0, 1),
    );
  });

  it('for some of the components beside the rating of the others', () => {
    const justification = 'Only for ["r0","r2"]';
    expect(exported({ cvss_v2_score: 9 }, { cvss_v2_score: 1 }, {}, { cvss_v2_score: 1 })).toEqual([
      { score: 1, severity: 'low', method: 'CVSSv2', justification },
      { ...NVD, score: 9, severity: 'high', method: 'CVSSv2' },
    ]);
  });

  it('for some of the components alone if the vulnerability has none with that method', () => {
    expect(exported({ severity: 'LOW' }, { owasp_score: 1 }, {})).toEqual([
      { score: 1, method: 'OWASP', justification: 'Only for ["r0"]' },
    ]);
  });
});

describe('The severity of an OWASP rating', () => {
  const severityOf = (decision: Partial<StoredRatings>) =>
    exported({}, decision).find(({ method }) => method === 'OWASP')?.severity;

  it('is the one that a policy states: LOW is exported as low', () => {
    expect(severityOf({ owasp_vector: VECTOR, owasp_score: 1, severity: 'LOW' })).toBe('low');
    expect(severityOf({ owasp_score: 1, severity: 'LOW' })).toBe('low');
  });

  it.each<[string, Partial<StoredRatings>]>([
    ['none is stated', {}],
    ['it is stated as UNASSIGNED', { severity: 'UNASSIGNED' }],
    ['it is stated beside a CVSSv2 score', { severity: 'HIGH', cvss_v2_score: 8 }],
    ['it is stated beside a CVSSv2 vector', { severity: 'HIGH', cvss_v2_vector: V2 }],
    ['it is stated beside a CVSSv3 score', { severity: 'HIGH', cvss_v3_score: 8 }],
    ['it is stated beside a CVSSv3 vector', { severity: 'HIGH', cvss_v3_vector: V31 }],
    ['it is stated beside a CVSSv4 score', { severity: 'HIGH', cvss_v4_score: 8 }],
    ['it is stated beside a CVSSv4 vector', { severity: 'HIGH', cvss_v4_vector: V4 }],
  ])('is that of the vector if %s', (_when, more) => {
    expect(severityOf({ owasp_vector: VECTOR, ...more })).toBe('info');
    expect(severityOf({ owasp_vector: `OWASP/${VECTOR}`, ...more })).toBe('info');
  });

  it('is absent if the vector is incomplete and none is stated', () => {
    expect(severityOf({ owasp_vector: 'SL:1' })).toBeUndefined();
    expect(severityOf({ owasp_score: 4 })).toBeUndefined();
  });
});
