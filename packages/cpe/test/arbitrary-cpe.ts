import fc from 'fast-check';
import type { Cpe } from '../src/cpe.ts';

const literal = fc
  .array(
    fc.constantFrom(
      'a',
      'b',
      'Z',
      '0',
      '1',
      '.',
      '-',
      '_',
      '\\~',
      '\\!',
      '\\:',
      '\\*',
      '\\?',
      '\\\\',
      '\\/',
      '\\+',
    ),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .map((parts) => parts.join(''))
  // A single hyphen is the logical value NA.
  .filter((text) => text !== '-');

const wildcard = fc.constantFrom('', '', '*', '?', '??');
const value = fc.oneof(
  fc.constantFrom('*', '-'),
  literal,
  fc.tuple(wildcard, literal, wildcard).map((parts) => parts.join('')),
);

export const arbitraryCpe: fc.Arbitrary<Cpe> = fc.record({
  part: fc.constantFrom('a', 'o', 'h', '*'),
  vendor: value,
  product: value,
  version: value,
  update: value,
  edition: value,
  language: value,
  swEdition: value,
  targetSw: value,
  targetHw: value,
  other: value,
});

/** Nearly names, to break readers with. */
export const arbitraryText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom(':', '*', '?', '\\', '-', 'a', '1.0', '~', '%', '%01', '%02', '%zz', 'é', ' '), {
      maxLength: 30,
    })
    .chain((parts) =>
      fc.constantFrom('cpe:2.3:a:', 'cpe:/a:', 'cpe:/').map((prefix) => prefix + parts.join('')),
    ),
);
