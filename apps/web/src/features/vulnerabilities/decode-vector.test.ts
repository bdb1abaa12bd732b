import { expect, test } from 'vitest';
import { decodeVector } from './decode-vector.ts';

const wordsOf = (vector: string) => decodeVector(vector).map(({ name, value }) => `${name}: ${value}`);

test('describes the metrics of a CVSS v3 vector', () => {
  expect(wordsOf('CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:H/I:L/A:N')).toEqual([
    'Attack vector: Network',
    'Attack complexity: Low',
    'Privileges required: None',
    'User interaction: Required',
    'Scope: Changed',
    'Confidentiality: High',
    'Integrity: Low',
    'Availability: None',
  ]);
});

test('describes the metrics of CVSS v2 and v4 vectors', () => {
  expect(wordsOf('(AV:L/AC:M/Au:S/C:P/I:C/A:N)')).toContain('Authentication: Single');
  expect(wordsOf('CVSS:4.0/AV:A/AT:P/VC:H/SA:L')).toEqual([
    'Attack vector: Adjacent network',
    'Attack requirements: Present',
    'Confidentiality: High',
    'Availability of other systems: Low',
  ]);
});

test.each(['', 'nonsense', 'AV:X', 'constructor:N', 'toString:constructor'])(
  'omits unknown metrics: "%s"',
  (vector) => {
    expect(decodeVector(vector)).toEqual([]);
  },
);
