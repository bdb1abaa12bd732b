import { describe, expect, it } from 'vitest';
import {
  boolean,
  cpe,
  dateTime,
  decimal,
  integer,
  normalized,
  type Scalar,
  token,
  tokenOr,
} from './scalars.ts';
import { escapeAttribute, escapeText } from './xml-text.ts';

describe('values of XML types', () => {
  const readings: [string, Scalar, string, unknown][] = [
    ['a boolean', boolean, ' 1 ', true],
    ['a boolean', boolean, 'false', false],
    ['an invalid boolean', boolean, 'yes', undefined],
    ['an integer', integer, ' 042 ', 42],
    ['an invalid integer', integer, '4.2', undefined],
    ['a decimal', decimal, '.5', 0.5],
    ['an invalid decimal', decimal, '1e5', undefined],
    ['a normalized string', normalized, '\n  two\twords ', 'two words'],
    ['a token', token, ' a\n  b ', 'a b'],
    ['an empty element as its default', tokenOr('required'), '', 'required'],
  ];

  it.each(readings)('reads %s', (_, scalar, text, value) => {
    expect(scalar.read(text)).toBe(value);
  });

  const writings: [string, Scalar, unknown, string | undefined][] = [
    ['a small number without an exponent', decimal, 1e-7, '0.0000001'],
    ['an infinite number, which is omitted', decimal, Number.POSITIVE_INFINITY, undefined],
    ['a time with lower-case letters', dateTime, '2024-01-01t00:00:00z', '2024-01-01T00:00:00Z'],
    ['a time with a space', dateTime, '2024-01-01 00:00:00Z', '2024-01-01T00:00:00Z'],
    ['a time with a short offset', dateTime, '2024-01-01T00:00:00+0200', '2024-01-01T00:00:00+02:00'],
    ['a leap second, which is omitted', dateTime, '2016-12-31T23:59:60Z', undefined],
    ['a CPE name', cpe, 'cpe:2.3:a:b:c:1.0:*:*:*:*:*:*:*', 'cpe:2.3:a:b:c:1.0:*:*:*:*:*:*:*'],
    ['an invalid CPE name, which is omitted', cpe, 'cpe:broken', undefined],
  ];

  it.each(writings)('writes %s', (_, scalar, value, text) => {
    expect(scalar.write(value)).toBe(text);
  });
});

describe('text in XML', () => {
  it('is escaped, and characters that XML cannot represent are replaced', () => {
    expect(escapeText('a<b>&"c"\r\n\u0000\ud800x\ufffe𝒳')).toBe(
      'a&lt;b&gt;&amp;"c"&#13;\n\ufffd\ufffdx\ufffd𝒳',
    );
  });

  it('keeps its line breaks in attributes', () => {
    expect(escapeAttribute('"a"\n\tb')).toBe('&quot;a&quot;&#10;&#9;b');
  });
});
