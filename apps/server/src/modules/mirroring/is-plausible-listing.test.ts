import { describe, expect, it } from 'vitest';
import { isPlausibleListing } from './is-plausible-listing.ts';

describe('isPlausibleListing', () => {
  it.each([
    [3, 1, true],
    [100, 100, true],
    [101, 101, false],
    [200_000, 20_000, true],
    [200_000, 20_001, false],
  ])('of %i known records %i are missing: %s', (known, missing, expected) => {
    expect(isPlausibleListing({ known, missing })).toBe(expected);
  });
});
