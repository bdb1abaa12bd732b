import { describe, expect, it } from 'vitest';
import { TEXT_FIELDS } from './finding-filter.ts';
import { toCountingKind, toGroupFilter, toPortfolioFilter, toProjectFilter } from './to-finding-filter.ts';

describe('A filter of findings', () => {
  it('does not restrict by absent parameters', () => {
    const given = Object.entries(toPortfolioFilter({})).filter(
      ([, value]) => value !== undefined && value !== false,
    );
    expect(given).toEqual([]);
  });

  it.each([
    ['severity', { severity: 'critical, HIGH,' }, { severities: ['CRITICAL', 'HIGH'] }],
    ['an empty list', { severity: ' , ' }, { severities: undefined }],
    ['analysisStatus', { analysisStatus: 'not_set' }, { states: ['NOT_SET'] }],
    ['vendorResponse', { vendorResponse: 'UPDATE' }, { responses: ['UPDATE'] }],
    ['cvssv3', { cvssv3From: 7 }, { cvssV3: { from: 7, to: undefined } }],
    [
      'text in one field',
      { textSearchField: 'component_name', textSearchInput: 'a' },
      { text: { fields: ['COMPONENT_NAME'], part: 'a' } },
    ],
    ['text in all fields', { textSearchInput: 'a' }, { text: { fields: TEXT_FIELDS, part: 'a' } }],
    ['a field without text', { textSearchField: 'COMPONENT_NAME' }, { text: undefined }],
    ['showSuppressed', { showSuppressed: 'true' }, { withSuppressed: true }],
    ['isKev off', { isKev: 'false' }, { isKev: false }],
  ] as const)('reads %s', (_what, query, expected) => {
    expect(toPortfolioFilter(query)).toMatchObject(expected);
  });

  it('covers inclusive whole days', () => {
    const { published } = toPortfolioFilter({ publishDateFrom: '2026-01-31', publishDateTo: '2026-02-28' });
    expect(published).toEqual({ from: new Date('2026-01-31'), before: new Date('2026-03-01') });
  });

  it.each(['2026-02-30', '2026-13-01', 'yesterday', '0000-01-01'])('rejects the date %s', (date) => {
    expect(() => toPortfolioFilter({ publishDateFrom: date })).toThrow('must be a valid date');
  });

  it.each([
    ['severity', { severity: 'SEVERE' }],
    ['analysisStatus', { analysisStatus: 'DONE' }],
    ['textSearchField', { textSearchField: 'NAME', textSearchInput: 'x' }],
  ])('rejects an unknown value of %s and names the known ones', (parameter, query) => {
    expect(() => toPortfolioFilter(query)).toThrow(
      `The query parameter ${parameter} must be a comma list of`,
    );
  });

  it('counts occurrences as affected projects', () => {
    expect(toGroupFilter({ occurrencesFrom: 2, occurrencesTo: 3 })).toMatchObject({
      projects: { from: 2, to: 3 },
    });
  });

  it('rejects an unknown source', () => {
    expect(() => toProjectFilter({ source: 'nobody' }, undefined)).toThrow('must be a known source');
    expect(toProjectFilter({ source: 'nvd' }, 'x')).toMatchObject({ source: 'NVD', search: 'x' });
  });

  it.each([
    [undefined, 'EXACT'],
    [' bounded ', 'BOUNDED'],
    ['exact', 'EXACT'],
  ])('counts for totalCount=%s: %s', (totalCount, kind) => {
    expect(toCountingKind(totalCount)).toBe(kind);
  });

  it('rejects another totalCount', () => {
    expect(() => toCountingKind('about')).toThrow('must be EXACT or BOUNDED');
  });
});
