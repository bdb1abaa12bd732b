import { describe, expect, it } from 'vitest';
import { publishedRows } from '../../test/published-rows.ts';
import { formatVers } from './format-vers.ts';
import { parseVers } from './parse-vers.ts';
import { versContains } from './vers-contains.ts';

interface ContainmentRow {
  readonly input: { readonly vers: string; readonly version: string };
  readonly expected_output: boolean;
}

interface ParseRow {
  readonly input: string;
  readonly expected_output?: { readonly scheme: string; readonly version_constraints: [string, string][] };
}

describe('published version ranges', () => {
  it('contain the versions that the tables say', () => {
    const rows = publishedRows<ContainmentRow>('vers/containment.json');
    expect(
      rows.filter(
        ({ input, expected_output }) => versContains(input.vers, input.version) !== expected_output,
      ),
    ).toEqual([]);
  });

  it('are parsed into the constraints that the tables say', () => {
    for (const { input, expected_output } of publishedRows<ParseRow>('vers/parse.json')) {
      if (expected_output) expect(toPairs(input), input).toEqual(expected_output);
    }
  });

  it('have the canonical form that the tables say', () => {
    for (const { input, expected_output } of publishedRows<{ input: string; expected_output: string }>(
      'vers/validate.json',
    )) {
      const vers = parseVers(input);
      expect(vers && formatVers(vers), input).toBe(expected_output);
    }
  });
});

function toPairs(text: string): unknown {
  const { scheme, constraints = [] } = parseVers(text) ?? {};
  return { scheme, version_constraints: constraints.map(({ comparator, version }) => [comparator, version]) };
}
