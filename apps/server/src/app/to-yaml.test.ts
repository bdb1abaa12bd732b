import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { toYaml } from './to-yaml.ts';

it('writes nested values in blocks', () => {
  const value = { a: [1, { b: 'x', c: [] }], true: { on: null }, 'd e': {} };
  expect(toYaml(value)).toBe('a:\n  - 1\n  -\n    b: "x"\n    c: []\n"true":\n  "on": null\n"d e": {}\n');
});

it('parses to the value that was written', () => {
  const property = fc.property(fc.jsonValue(), (value) => {
    const plain = JSON.parse(JSON.stringify(value));
    expect(parse(toYaml(plain), { uniqueKeys: false })).toEqual(plain);
  });
  fc.assert(property);
});
