import { describe, expect, it } from 'vitest';
import { toCpeName, toCpeSpellings } from './cpe-name.ts';

describe('CPE names that mean the same', () => {
  it.each([
    ['cpe:/a:acme:rocket:1.0', 'cpe:2.3:a:acme:rocket:1.0:*:*:*:*:*:*:*'],
    ['cpe:/a:acme:rocket:1.0:update1', 'cpe:2.3:a:acme:rocket:1.0:update1:*:*:*:*:*:*'],
    ['cpe:/a:acme:rocket:1.0::~~~node.js~~', 'cpe:2.3:a:acme:rocket:1.0:*:*:*:*:node.js:*:*'],
    ['CPE:/a:Acme:Rocket:1.0', 'cpe:2.3:a:acme:rocket:1.0:*:*:*:*:*:*:*'],
    ['cpe:/a:acme:rocket%2b:1.0', 'cpe:2.3:a:acme:rocket\\+:1.0:*:*:*:*:*:*:*'],
  ])('%s and %s are equal', (one, other) => {
    expect(toCpeName(one)).toBe(toCpeName(other));
  });

  it('differ where one says more', () => {
    expect(toCpeName('cpe:/a:acme:rocket')).not.toBe(toCpeName('cpe:/a:acme:rocket:1.0'));
    expect(toCpeName('cpe:/a:acme:rocket:-')).not.toBe(toCpeName('cpe:/a:acme:rocket'));
  });

  it('are found by either spelling', () => {
    const spellings = ['cpe:2.3:a:acme:rocket:1.0:*:*:*:*:*:*:*', 'cpe:/a:acme:rocket:1.0'];
    for (const one of spellings) expect(toCpeSpellings(one).toSorted()).toEqual(spellings.toSorted());
  });

  it('what is no CPE name is equal to itself only', () => {
    expect(toCpeName(' nonsense ')).toBe('nonsense');
    expect(toCpeSpellings('nonsense')).toEqual(['nonsense']);
  });
});
