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
    ['no boolean', boolean, 'yes', undefined],
    ['an integer', integer, ' 042 ', 42],
    ['no integer', integer, '4.2', undefined],
    ['a decimal', decimal, '.5', 0.5],
    ['no decimal', decimal, '1e5', undefined],
    ['a normalized string', normalized, '\n  two\twords ', 'two words'],
    ['a token', token, ' a\n  b ', 'a b'],
    ['an empty element that stands for its default', tokenOr('required'), '', 'required'],
  ];

  it.each(readings)('%s is read', (_, scalar, text, value) => {
    expect(scalar.read(text)).toBe(value);
  });

  const writings: [string, Scalar, unknown, string | undefined][] = [
    ['a small number without an exponent', decimal, 1e-7, '0.0000001'],
    ['not a number that is infinite', decimal, Number.POSITIVE_INFINITY, undefined],
    ['a time with lower-case letters', dateTime, '2024-01-01t00:00:00z', '2024-01-01T00:00:00Z'],
    ['a time with a space', dateTime, '2024-01-01 00:00:00Z', '2024-01-01T00:00:00Z'],
    ['a time with a short offset', dateTime, '2024-01-01T00:00:00+0200', '2024-01-01T00:00:00+02:00'],
    ['not a leap second', dateTime, '2016-12-31T23:59:60Z', undefined],
    ['a CPE name', cpe, 'cpe:2.3:a:b:c:1.0:*:*:*:*:*:*:*', 'cpe:2.3:a:b:c:1.0:*:*:*:*:*:*:*'],
    ['not something that is no CPE name', cpe, 'cpe:broken', undefined],
  ];

  it.each(writings)('%s is written', (_, scalar, value, text) => {
    expect(scalar.write(value)).toBe(text);
  });
});

describe('text in XML', () => {
  it('is escaped, and what XML cannot hold is replaced', () => {
    expect(escapeText('a<b>&"c"\r\n\u0000\ud800x\ufffe𝒳')).toBe(
      'a&lt;b&gt;&amp;"c"&#13;\n\ufffd\ufffdx\ufffd𝒳',
    );
  });

  it('keeps its line breaks in attributes', () => {
    expect(escapeAttribute('"a"\n\tb')).toBe('&quot;a&quot;&#10;&#9;b');
  });
});
