import { describe, expect, it } from 'vitest';
import { disputedRows } from '../../test/disputed-rows.ts';
import { publishedRows } from '../../test/published-rows.ts';
import { parseNativeRange } from '../native/parse-native-range.ts';
import { type ConstraintFormat, satisfies } from '../satisfies.ts';
import { canonicalVers, formatVers } from './format-vers.ts';
import { parseVers } from './parse-vers.ts';
import { versContains } from './vers-contains.ts';

interface ContainmentRow {
  readonly input: { readonly vers: string; readonly version: string };
  readonly expected_output: boolean;
}

interface ParseRow {
  readonly input: string;
  readonly expected_message?: string;
  readonly expected_output?: { readonly scheme: string; readonly version_constraints: [string, string][] };
}

interface NativeRow {
  readonly scheme: string;
  readonly native_range: string;
}

describe('published rows of version ranges', () => {
  it('contain what they say', () => {
    const rows = publishedRows<ContainmentRow>('vers/containment.json');
    expect(
      rows.filter(
        ({ input, expected_output }) => versContains(input.vers, input.version) !== expected_output,
      ),
    ).toEqual([]);
  });

  it('are read, or refused for the reason they say', () => {
    for (const row of publishedRows<ParseRow>('vers/parse.json')) {
      if (row.expected_output) expect(pairs(row.input)).toEqual(row.expected_output);
      else expect(() => parseVers(row.input), row.input).toThrow(row.expected_message);
    }
  });

  it('have the canonical form they say', () => {
    for (const { input, expected_output } of publishedRows<{ input: string; expected_output: string }>(
      'vers/validate.json',
    )) {
      expect(canonicalVers(input)).toBe(expected_output);
    }
  });

  it('come from native ranges', () => {
    const official = publishedRows<{ input: NativeRow; expected_output: string }>(
      'vers/from_native.json',
    ).map(({ input, expected_output }) => ({ ...input, expected_vers: expected_output }));
    const gitlab = publishedRows<NativeRow & { expected_vers: string }>('vers/gitlab_native_ranges.json');
    const wrong = [...official, ...gitlab].filter(
      ({ scheme, native_range, expected_vers }) =>
        formatVers(parseNativeRange(scheme, native_range)) !== expected_vers,
    );
    const named = wrong.map(({ scheme, native_range }) => `${scheme}: ${native_range}`);
    expect(named.filter((row) => !disputedRows.has(row))).toEqual([]);
  });

  it('of constraints hold as they say', () => {
    const rows = publishedRows<{
      format: ConstraintFormat;
      version: string;
      constraint: string;
      satisfied: boolean;
    }>('versions/constraints.json');
    const wrong = rows.filter(
      ({ format, version, constraint, satisfied }) => satisfies(format, version, constraint) !== satisfied,
    );
    expect(wrong).toEqual([]);
  });
});

function pairs(text: string): unknown {
  const { scheme, constraints } = parseVers(text);
  return { scheme, version_constraints: constraints.map(({ comparator, version }) => [comparator, version]) };
}
