import { describe, expect, it } from 'vitest';
import { toPartialTerms, toTerms } from './to-decision-terms.ts';

const NOW = new Date('2026-01-01T00:00:00Z');
const FINDING = {
  component: '0190c3e0-3f2a-7b6e-9f6c-0a1b2c3d4e5f',
  vulnerability: '0190c3e0-3f2a-7b6e-9f6c-0a1b2c3d4e60',
};

describe('A decision on one finding', () => {
  it('Absent means NOT_SET is written, not unchanged', () => {
    expect(toTerms({ ...FINDING, isSuppressed: true }, NOW).fields).toEqual({
      state: 'NOT_SET',
      justification: 'NOT_SET',
      response: 'NOT_SET',
      isSuppressed: true,
    });
  });

  it('writes every member that is present', () => {
    const body = {
      ...FINDING,
      analysisState: 'NOT_AFFECTED',
      analysisJustification: 'CODE_NOT_REACHABLE',
      analysisResponse: 'WILL_NOT_FIX',
      analysisDetails: 'x',
      isSuppressed: false,
    } as const;
    expect(toTerms(body, NOW).fields).toEqual({
      state: 'NOT_AFFECTED',
      justification: 'CODE_NOT_REACHABLE',
      response: 'WILL_NOT_FIX',
      details: 'x',
      isSuppressed: false,
    });
  });

  it('leaves absent details and suppression unchanged', () => {
    const { fields } = toTerms({ ...FINDING, analysisState: 'RESOLVED' }, NOW);
    expect(fields).not.toHaveProperty('details');
    expect(fields).not.toHaveProperty('isSuppressed');
  });
});

describe('A bulk decision', () => {
  it('leaves every absent member unchanged', () => {
    expect(toPartialTerms({ findings: [], analysisState: 'RESOLVED' }, NOW)).toEqual({
      fields: { state: 'RESOLVED' },
      comment: undefined,
      expiresAt: undefined,
    });
  });

  it.each([
    ['  x ', 'x'],
    ['   ', null],
    ['', null],
  ])('stores the details %j as %j', (analysisDetails, details) => {
    expect(toPartialTerms({ findings: [], analysisDetails }, NOW).fields).toEqual({ details });
  });

  it.each([
    [' Why. ', 'Why.'],
    ['  ', undefined],
  ])('records the comment %j as %j', (comment, expected) => {
    expect(toPartialTerms({ findings: [], comment }, NOW).comment).toBe(expected);
  });
});

describe('An expiry', () => {
  it.each([
    [undefined, undefined],
    [null, null],
    [NOW.getTime() + 1, new Date(NOW.getTime() + 1)],
    ['2027-01-01', new Date('2027-01-01')],
    ['9999-12-31T23:59:59.999Z', new Date('9999-12-31T23:59:59.999Z')],
  ])('is %j → %j', (expiresAt, expected) => {
    expect(toPartialTerms({ findings: [], expiresAt }, NOW).expiresAt).toEqual(expected);
  });

  it.each([
    ['soon', 'is not a valid time before the year 10000'],
    [253_402_300_800_000, 'is not a valid time before the year 10000'],
    [NOW.getTime(), 'must be in the future'],
    ['2025-12-31', 'must be in the future'],
  ])('rejects %j', (expiresAt, message) => {
    expect(() => toPartialTerms({ findings: [], expiresAt }, NOW)).toThrow(
      expect.objectContaining({
        kind: 'invalid',
        message: `expiresAt ${message}.`,
        extras: expect.objectContaining({ errors: [{ path: 'body/expiresAt', message }] }),
      }),
    );
  });
});
