import { describe, expect, it } from 'vitest';
import { AppError } from '../errors.ts';
import { parseEnd, parseStart } from './parse-time.ts';

describe('a time of the history', () => {
  it.each([
    ['2026-01-31', '2026-01-30T23:59:59.999Z', '2026-01-31T23:59:59.999Z'],
    ['2028-02-29', '2028-02-28T23:59:59.999Z', '2028-02-29T23:59:59.999Z'],
    ['2026-01-31T12:00:00Z', '2026-01-31T12:00:00.000Z', '2026-01-31T12:00:00.000Z'],
    ['2026-01-31T12:00:00.25+02:00', '2026-01-31T10:00:00.250Z', '2026-01-31T10:00:00.250Z'],
    ['1769860800000', '2026-01-31T12:00:00.000Z', '2026-01-31T12:00:00.000Z'],
  ])('%s starts after %s and ends with %s', (text, start, end) => {
    expect(parseStart('from', text).toISOString()).toBe(start);
    expect(parseEnd('to', text).toISOString()).toBe(end);
  });

  it.each([
    '',
    'yesterday',
    '2026-02-30',
    '2026-13-01',
    '0000-01-01',
    '2026-01-31T12:00:00',
    '2026-01-31T25:00:00Z',
    '-1',
    '2026-1-1',
    '123456789012345',
  ])('is refused if it is %j', (text) => {
    expect(() => parseEnd('asOf', text)).toThrow(AppError);
  });
});
