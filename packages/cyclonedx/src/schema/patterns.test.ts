import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SPEC_VERSIONS } from '../spec-version.ts';
import { HASH_PATTERN, NESTED_HASH_PATTERN } from '../xml/xsd-validator.ts';
import { findFormatCheck } from './formats.ts';
import { loadXsd } from './official-schemas.ts';
import { toPattern } from './patterns.ts';

const JSON_HASH = '^([a-fA-F0-9]{32}|[a-fA-F0-9]{40}|[a-fA-F0-9]{64}|[a-fA-F0-9]{96}|[a-fA-F0-9]{128})$';
const hexTexts = fc.string({
  unit: fc.constantFrom(...'0123456789abcdefABCDEFg'),
  minLength: 0,
  maxLength: 130,
});
const hashTexts = fc
  .constantFrom(32, 40, 64, 96, 128)
  .chain((length) =>
    fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength: length, maxLength: length }),
  );

describe('patterns that are replaced for speed', () => {
  it('the check of a hash in JSON agrees with the pattern of the schema', () => {
    const expression = new RegExp(JSON_HASH, 'u');
    fc.assert(
      fc.property(fc.oneof(hexTexts, hashTexts), (text) => {
        expect(toPattern(JSON_HASH).test(text)).toBe(expression.test(text));
      }),
    );
  });

  it('the pattern of a hash in XML agrees with the pattern of the schema', () => {
    const [official, nested] = [HASH_PATTERN, NESTED_HASH_PATTERN].map(
      (pattern) => new RegExp(`^(?:${pattern})$`),
    );
    fc.assert(
      fc.property(fc.oneof(hexTexts, hashTexts), (text) => {
        expect(nested?.test(text)).toBe(official?.test(text));
      }),
    );
  });

  it.each(SPEC_VERSIONS)('the XSD of %s has that pattern', (version) => {
    expect(loadXsd(version).toString()).toContain(`"${HASH_PATTERN}"`);
  });
});

describe('formats', () => {
  it.each([
    ['date-time', '2024-02-29T00:00:00Z', true],
    ['date-time', '2023-02-29T00:00:00Z', false],
    ['date-time', '2024-01-01T00:00:00+02:00', true],
    ['date-time', '2024-01-01T00:00:00', false],
    ['date-time', 'yesterday', false],
    ['date', '2024-12-31', true],
    ['date', '2024-13-01', false],
    ['idn-email', 'jemand@exämple.com', true],
    ['idn-email', 'nobody', false],
    ['uri', 'urn:example:a', true],
    ['uri', 'HS256', false],
  ])('%s accepts %s: %s', (format, text, expected) => {
    expect(findFormatCheck(format)?.(text)).toBe(expected);
  });

  it('iri-reference is not asserted, because real documents violate it', () => {
    expect(findFormatCheck('iri-reference')).toBeUndefined();
  });
});
