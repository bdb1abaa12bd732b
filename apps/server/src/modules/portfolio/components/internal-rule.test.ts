import { describe, expect, it } from 'vitest';
import { toInternalRule } from './internal-rule.ts';

describe('a component is made in-house', () => {
  const ours = { group: 'org.example', name: 'our-library' };

  it.each([
    ['when its group matches', { groups: 'org\\.example(\\..*)?', names: undefined, mode: 'OR' }, true],
    ['when its name matches', { groups: undefined, names: 'our-.*', mode: 'OR' }, true],
    ['when one of both matches, by default', { groups: 'com.*', names: 'our-.*', mode: 'OR' }, true],
    ['not when only one of both matches with AND', { groups: 'com.*', names: 'our-.*', mode: 'AND' }, false],
    ['when both match with AND', { groups: 'org.*', names: 'our-.*', mode: 'AND' }, true],
    ['when the only expression matches with AND', { groups: undefined, names: 'our-.*', mode: 'AND' }, true],
    ['not when only a part matches', { groups: 'org', names: 'our', mode: 'OR' }, false],
    ['not without any rule', { groups: undefined, names: undefined, mode: 'OR' }, false],
    ['not by an expression that is none', { groups: '(?=org).*', names: '[', mode: 'OR' }, false],
  ] as const)('%s', (_case, rules, expected) => {
    expect(toInternalRule(rules)(ours)).toBe(expected);
  });

  it('not by its group when it has none', () => {
    const isInternal = toInternalRule({ groups: '.*', names: undefined, mode: 'OR' });
    expect(isInternal({ group: null, name: 'x' })).toBe(false);
    expect(isInternal({ group: '', name: 'x' })).toBe(true);
  });

  it('in linear time, however hostile the expression', () => {
    const isInternal = toInternalRule({ groups: undefined, names: '(x+x+)+y', mode: 'OR' });
    expect(isInternal({ name: 'x'.repeat(20_000) })).toBe(false);
  });
});
