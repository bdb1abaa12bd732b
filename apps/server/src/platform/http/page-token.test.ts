import { describe, expect, it } from 'vitest';
import { AppError } from '../errors.ts';
import { fromPageToken, toPageToken } from './page-token.ts';

describe('a page token', () => {
  it.each([
    { value: 'name', id: 7 },
    { value: null, id: 0 },
    { value: 0.1, id: 2 ** 53 - 1 },
    { value: 'ünï "cödé" \\ 🎉', id: 1 },
  ])('encodes and decodes %j', (position) => {
    expect(fromPageToken('scope', toPageToken('scope', position))).toEqual(position);
  });

  it('is refused if it is damaged or truncated, or belongs to another list', () => {
    const token = toPageToken('scope', { value: 'name', id: 7 });
    const changed = [...token].map((character, at) => {
      const other = character === 'A' ? 'B' : 'A';
      return token.slice(0, at) + other + token.slice(at + 1);
    });
    // The last character may have unused bits. Changes of all other characters must be detected.
    for (const bad of [...changed.slice(0, -1), token.slice(0, -4), '', 'x', '[]', '%00', 'A'.repeat(8192)]) {
      expect(() => fromPageToken('scope', bad), bad).toThrow(AppError);
    }
    expect(() => fromPageToken('other', token)).toThrow(AppError);
  });
});
