import { describe, expect, it } from 'vitest';
import { findFormatCheck } from './formats.ts';

describe('Formats', () => {
  it.each([
    ['ada@example.org', true],
    ['"a b"@example.org', true],
    ['a@b@example.org', true],
    ['ädä@exämple.org', true],
    ['ada', false],
    ['@example.org', false],
    [' @example.org', false],
    ['@@example.org', false],
    ['ada@', false],
    ['ada@exa mple.org', false],
    ['ada@example.org\n', false],
  ])('idn-email %j is valid: %s', (text, expected) => {
    expect(findFormatCheck('idn-email')?.(text)).toBe(expected);
  });

  it.each(['idn-email', 'date-time', 'date', 'uri'])('%s is checked in linear time', (format) => {
    const texts = ['a@', 'a', ' ', '@', '0', 'http://[', '2026-01-01T00:00:00.0'].map((part) =>
      part.repeat(200_000),
    );
    // Each would take minutes with backtracking.
    for (const text of texts) expect(findFormatCheck(format)?.(`${text}\n`)).toBe(false);
  });
});
