import { describe, expect, it } from 'vitest';
import { publishedRows } from '../test/published-rows.ts';
import { hasWildcards } from './attribute-value.ts';
import { compareAttribute } from './compare-attribute.ts';
import { cpeAttributes } from './cpe.ts';
import { type CpeCriterion, cpeMatches } from './cpe-matches.ts';
import { type CpeBinding, formatCpe } from './format-cpe.ts';
import { findCpe, parseCpe } from './parse-cpe.ts';

interface MatchRow {
  readonly vulnerable: string;
  readonly range: Omit<CpeCriterion, 'cpe'>;
  readonly component: string;
  readonly match: boolean;
}

interface NameRow {
  readonly instance: string;
  readonly other: string;
  readonly relation: 'matches' | 'matchedBy';
  readonly expected: boolean;
}

type WrittenAttributes = Record<
  'part' | 'vendor' | 'product' | 'version' | 'update' | 'edition' | 'language',
  string
> &
  Record<'sw_edition' | 'target_sw' | 'target_hw' | 'other', string>;

describe('published CPE names', () => {
  it('match as the tables say', () => {
    const rows = publishedRows<MatchRow>('cpe_match_pairs.json');
    expect(
      rows.filter(
        ({ vulnerable, range, component, match }) =>
          cpeMatches({ cpe: vulnerable, ...range }, component) !== match,
      ),
    ).toEqual([]);
  });

  it('are disjoint as the tables say', () => {
    for (const { instance, other, relation, expected } of publishedRows<NameRow>('name_relation.json')) {
      const [source, target] = (relation === 'matches' ? [instance, other] : [other, instance]).map((text) =>
        parseCpe(text),
      );
      const isDisjoint = cpeAttributes.some(
        (name) => compareAttribute(source?.[name] ?? '', target?.[name] ?? '') === 'DISJOINT',
      );
      expect(!isDisjoint, `${instance} ${relation} ${other}`).toBe(expected);
    }
  });

  it('have attributes that relate as the tables say', () => {
    const rows = publishedRows<{ source: string; target: string; relation: string }>(
      'attribute_string_relation.json',
    );
    expect(
      rows.filter(({ source, target, relation }) => compareAttribute(source, target) !== relation),
    ).toEqual([]);
  });

  it('have wildcards where the tables say', () => {
    const rows = publishedRows<{ value: string; has_unescaped_wildcard: boolean }>('wildcard_detection.json');
    expect(rows.filter((row) => hasWildcards(row.value) !== row.has_unescaped_wildcard)).toEqual([]);
  });

  it('are valid, leniently valid or invalid as the tables say', () => {
    for (const row of publishedRows<{ input: string; invalid: boolean; lenient?: boolean }>(
      'parse_validity.json',
    )) {
      expect(findCpe(row.input) === undefined, row.input).toBe(row.invalid);
      if (row.invalid || row.lenient) expect(() => parseCpe(row.input), row.input).toThrow();
      else parseCpe(row.input);
    }
  });

  it('are parsed into the attributes that the tables say', () => {
    for (const { input, expected_wfn } of publishedRows<{ input: string; expected_wfn: string | null }>(
      'unbind.json',
    )) {
      if (expected_wfn === null) expect(() => parseCpe(input), input).toThrow();
      else expect(parseCpe(input)).toEqual(fromWellFormedName(expected_wfn));
    }
  });

  it('are formatted as the tables say', () => {
    const rows = publishedRows<{ attributes: WrittenAttributes; form: CpeBinding; expected: string }>(
      'bind.json',
    );
    for (const { attributes, form, expected } of rows) {
      const { sw_edition: swEdition, target_sw: targetSw, target_hw: targetHw, ...rest } = attributes;
      expect(formatCpe({ ...rest, swEdition, targetSw, targetHw }, form)).toBe(expected);
    }
  });
});

/** Parses `wfn:[part="a",version="8\.0",edition=ANY,…]`. Missing attributes are ANY. */
function fromWellFormedName(text: string): Record<string, string> {
  const attributes: Record<string, string> = { ...parseCpe('cpe:2.3:*:*:*:*:*:*:*:*:*:*:*') };
  for (const [, name = '', logical, value] of text.matchAll(/(\w+)=(?:(ANY|NA)|"((?:[^"\\]|\\.)*)")/g)) {
    const attribute = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    attributes[attribute] = logical
      ? ({ ANY: '*', NA: '-' }[logical] ?? '')
      : (value ?? '').replace(/\\([.-])/g, '$1');
  }
  return attributes;
}
