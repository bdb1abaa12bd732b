import { describe, expect, it } from 'vitest';
import { formatVers } from './format-vers.ts';
import { parseVers } from './parse-vers.ts';
import { VersError } from './vers.ts';

const canonical = [
  'vers:npm/1.2.3|>=2.0.0|<5.0.0',
  'vers:gem/>=2.2.0|!=2.2.1|<2.3.0',
  'vers:deb/*',
  'vers:all/*',
  'vers:pypi/<1.0|>=2.0',
  'vers:generic/!=1.0',
  'vers:npm/1.0%252F0',
  'vers:lexicographic/%C3%A4',
  'vers:datetime/>=2024-01-01T00:00:00Z|<2024-02-01T00:00:00Z',
  'vers:test/>=2|<1',
];

const refused: readonly [text: string, reason: string][] = [
  ['', 'does not start with'],
  ['npm/1.0', 'does not start with'],
  ['vers:NPM/1.0', 'does not start with'],
  ['vers:1npm/1.0', 'does not start with'],
  ['vers:invalid/1.0', 'does not start with'],
  ['vers:npm', 'does not start with'],
  ['vers:npm/', 'no constraints'],
  ['vers:npm/>=1.0 |<2.0', 'whitespace'],
  ['vers:npm/|1.0', 'leading pipe'],
  ['vers:npm/1.0|', 'trailing pipe'],
  ['vers:npm/1.0||2.0', 'consecutive pipes'],
  ['vers:npm/=1.0', "leading '='"],
  ['vers:npm/>', 'empty'],
  ['vers:npm/>=1.0|*', 'percent-encoded'],
  ['vers:npm/1.0é', 'ASCII'],
  ['vers:npm/1.0%2', 'invalid percent-encoding'],
  ['vers:npm/1.0%FF', 'invalid percent-encoding'],
  ['vers:npm/1.0%7c', 'not canonical'],
  ['vers:npm/1%2E0', 'not canonical'],
  ['vers:npm/>=2.0|<1.0', 'not sorted'],
  ['vers:npm/>=1.0|<1.0.0', 'not unique'],
  ['vers:npm/>=1.0|>=2.0', 'may not follow'],
  ['vers:npm/<1.0|<2.0', 'may not follow'],
  ['vers:npm/1.0|<2.0', 'may not follow'],
  ['vers:npm/>1.0|2.0', 'may not follow'],
  ['vers:all/1.0', "allows only '*'"],
];

describe('parseVers', () => {
  it.each(canonical)('reads %s and writes it back', (text) => {
    expect(formatVers(parseVers(text))).toBe(text);
  });

  it.each(refused)('refuses %s: %s', (text, reason) => {
    expect(() => parseVers(text)).toThrow(VersError);
    expect(() => parseVers(text)).toThrow(reason);
  });

  it('tells the scheme as written, the order of its versions and the constraints', () => {
    expect(parseVers('vers:npm/1.0.0|>=2.0.0')).toEqual({
      scheme: 'npm',
      order: 'semver',
      constraints: [
        { comparator: '=', version: '1.0.0' },
        { comparator: '>=', version: '2.0.0' },
      ],
    });
  });
});
