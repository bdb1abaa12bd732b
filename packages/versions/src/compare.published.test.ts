import { describe, expect, it } from 'vitest';
import { disputedRows } from '../test/disputed-rows.ts';
import { publishedRows } from '../test/published-rows.ts';
import { compare } from './compare.ts';
import { type Scheme, schemes } from './scheme.ts';

interface Row {
  readonly a: string;
  readonly op: '<' | '=' | '!=';
  readonly b: string;
}

/** Schemes that no published table covers. */
const untabled: ReadonlySet<Scheme> = new Set(['bitnami', 'cpan', 'intdot', 'jvm']);

function holds(scheme: Scheme, { a, op, b }: Row): boolean {
  const relation = compare(scheme, a, b);
  if (compare(scheme, b, a) !== -relation && relation !== 0) return false;
  if (op === '<') return relation < 0;
  return (relation === 0) === (op === '=');
}

describe('published pairs of versions', () => {
  for (const scheme of schemes.filter((name) => !untabled.has(name))) {
    it(`are in the order of ${scheme}`, () => {
      const rows = publishedRows<Row>(`versions/compare/${scheme}.json`);
      const wrong = rows
        .filter((row) => !holds(scheme, row))
        .map(({ a, op, b }) => `${scheme}: ${a} ${op} ${b}`);
      expect(wrong.filter((row) => !disputedRows.has(row))).toEqual([]);
    });
  }
});
