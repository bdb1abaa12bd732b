import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkJsonShape, LARGE_MEMBERS } from './check-json-shape.ts';

const check = (text: string) => checkJsonShape(Buffer.from(text), LARGE_MEMBERS);

describe('The shape of a JSON body is checked before it is parsed', () => {
  it('64 levels are accepted, 65 are not', () => {
    expect(() => check(`${'['.repeat(64)}${']'.repeat(64)}`)).not.toThrow();
    expect(() => check(`${'['.repeat(65)}${']'.repeat(65)}`)).toThrow('more than 64 levels');
    expect(() => check(`${'{"a":'.repeat(65)}0${'}'.repeat(65)}`)).toThrow('more than 64 levels');
  });

  it('closed levels do not count', () => {
    expect(() => check(`[${'[],'.repeat(1000)}0]`)).not.toThrow();
  });

  it('more than 200,000 members are refused', () => {
    expect(() => check(`[${'0,'.repeat(199_998)}0]`)).not.toThrow();
    expect(() => check(`[${'0,'.repeat(200_001)}0]`)).toThrow('more than 200000 members');
  });

  it.each([
    ['brackets', '[['.repeat(100)],
    ['quotes behind a backslash', '\\"[['.repeat(100)],
    ['backslashes at the end', `${'[['.repeat(100)}\\`],
    ['commas', ','.repeat(200_001)],
  ])('%s inside strings do not count', (_name, text) => {
    expect(() => check(JSON.stringify([{ [text]: text }, text]))).not.toThrow();
  });

  it('text that ends inside a string is left to the parser', () => {
    expect(() => check('["abc')).not.toThrow();
    expect(() => check('["abc\\"')).not.toThrow();
  });

  it('refuses exactly the values that are too deep, with any strings', () => {
    const value = fc.jsonValue({ depthSize: 'large', stringUnit: 'binary' });
    const property = fc.property(value, fc.integer({ min: 0, max: 90 }), (inner, levels) => {
      const nested = Array.from({ length: levels }).reduce<unknown>((member) => [member], inner);
      const isTooDeep = depthOf(nested) > 64;
      const attempt = () => check(JSON.stringify(nested));
      if (isTooDeep) expect(attempt).toThrow('levels');
      else expect(attempt).not.toThrow();
    });
    fc.assert(property);
  });
});

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
