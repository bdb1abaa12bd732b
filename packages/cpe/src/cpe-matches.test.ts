import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryCpe, arbitraryText } from '../test/arbitrary-cpe.ts';
import { type CpeCriterion, cpeMatches } from './cpe-matches.ts';
import { parseCpe } from './parse-cpe.ts';

const full = (start: string) => `cpe:2.3:${start}${':*'.repeat(11 - start.split(':').length)}`;
const range = (start: string, bounds: Omit<CpeCriterion, 'cpe'>): CpeCriterion => ({
  cpe: full(start),
  ...bounds,
});

const rows: readonly [what: string, criterion: CpeCriterion, component: string, match: boolean][] = [
  ['the same name', { cpe: full('a:v:p:1.0') }, 'a:v:p:1.0', true],
  ['another version', { cpe: full('a:v:p:1.0') }, 'a:v:p:1.1', false],
  ['case does not count', { cpe: full('a:V:P:1.0') }, 'a:v:p:1.0', true],
  ['a URI', { cpe: 'cpe:/a:v:p:1.0' }, 'a:v:p:1.0', true],
  [
    'inside the bounds',
    range('a:v:p', { versionStartIncluding: '1.0', versionEndExcluding: '2.0' }),
    'a:v:p:1.9.1',
    true,
  ],
  ['at the lower bound', range('a:v:p', { versionStartIncluding: '1.0' }), 'a:v:p:1.0', true],
  ['at the lower bound, exclusive', range('a:v:p', { versionStartExcluding: '1.0' }), 'a:v:p:1.0', false],
  ['at the upper bound', range('a:v:p', { versionEndIncluding: '1.0.2k' }), 'a:v:p:1.0.2k', true],
  ['at the upper bound, exclusive', range('a:v:p', { versionEndExcluding: '1.0' }), 'a:v:p:1.0', false],
  ['zeros at the end do not count', range('a:v:p', { versionEndIncluding: '1.0' }), 'a:v:p:1.0.0', true],
  ['a pre-release below the bound', range('a:v:p', { versionEndExcluding: '2.0' }), 'a:v:p:2.0-rc1', true],
  [
    'empty bounds are none',
    range('a:v:p', { versionEndExcluding: '', versionStartIncluding: null }),
    'a:v:p:9',
    true,
  ],
  ['an exact version beside bounds', range('a:v:p:3.0', { versionEndExcluding: '2.0' }), 'a:v:p:3.0', true],
  ['an open version of the component', range('a:v:p', { versionEndExcluding: '2.0' }), 'a:v:p:*', true],
  ['no version of the component', { cpe: full('a:v:p:1.0') }, 'a:v:p:-', false],
  ['no version of either', { cpe: full('a:v:p:-') }, 'a:v:p:-', true],
  ['an open product of the component', { cpe: full('a:v:*') }, 'a:v:*', false],
  ['a pattern as vendor', { cpe: full('a:ven*:p:1.0') }, 'a:vendor:p:1.0', false],
  ['a pattern as version', { cpe: full('a:v:p:1.*') }, 'a:v:p:1.5', true],
  ['a pattern as update', { cpe: full('a:v:p:1.0:sp?') }, 'a:v:p:1.0:sp1', true],
  ['wildcards on opposite sides', { cpe: full('a:v:*:1.0') }, 'a:*:p:1.0', false],
  ['an open vendor of the component', { cpe: full('a:v:p:1.0') }, 'a:*:p:1.0', true],
  ['an open vendor of the criterion', { cpe: full('a:*:p:1.0') }, 'a:v:p:1.0', true],
  ['another vendor', { cpe: full('a:v:p:1.0') }, 'a:w:p:1.0', false],
  ['another part', { cpe: full('o:v:p:1.0') }, 'a:v:p:1.0', false],
  ['a pattern as product', { cpe: full('a:v:prod*:1.0') }, 'a:v:product:1.0', false],
  ['a pattern of the component below an open version', { cpe: full('a:v:p') }, 'a:v:p:1.*', true],
  ['a pattern of the component beside a version', { cpe: full('a:v:p:1.5') }, 'a:v:p:1.*', false],
  ['an open version above a bound', range('a:v:p', { versionStartIncluding: '5' }), 'a:v:p:*', true],
  ['no version of the component, all affected', { cpe: full('a:v:p') }, 'a:v:p:-', true],
  [
    'no version of the component beside bounds',
    range('a:v:p', { versionEndExcluding: '2' }),
    'a:v:p:-',
    true,
  ],
  ['no version of the component, a pattern affected', { cpe: full('a:v:p:?') }, 'a:v:p:-', false],
  ['no product of the component', { cpe: full('a:v:-:1.0') }, 'a:v:-:1.0', false],
  ['no name as criterion', { cpe: 'nonsense' }, 'a:v:p:1.0', false],
];

describe('cpeMatches', () => {
  it.each(rows)('%s', (_, criterion, component, match) => {
    expect(cpeMatches(criterion, full(component))).toBe(match);
  });

  it('takes parsed names and the order of a known scheme', () => {
    const criterion = { cpe: parseCpe(full('a:v:p')), versionEndExcluding: '1:1.0' };
    const component = parseCpe(full('a:v:p:2.0'));
    expect([cpeMatches(criterion, component), cpeMatches(criterion, component, 'deb')]).toEqual([
      false,
      true,
    ]);
  });

  it('matches every name with a product against itself', () => {
    fc.assert(
      fc.property(arbitraryCpe, (cpe) => {
        expect(cpeMatches({ cpe }, cpe)).toBe(cpe.product !== '*' && cpe.product !== '-');
      }),
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(arbitraryText, arbitraryText, fc.string(), (cpe, component, versionEndIncluding) => {
        expect(typeof cpeMatches({ cpe, versionEndIncluding }, component)).toBe('boolean');
      }),
    );
  });
});
