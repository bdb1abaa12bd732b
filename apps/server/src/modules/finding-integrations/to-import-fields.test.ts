import { describe, expect, it } from 'vitest';
import { isTestToReimport, toImportFields } from './to-import-fields.ts';

const FPF = 'Dependency Track Finding Packaging Format (FPF) Export';
const options = {
  engagement: '7',
  now: new Date('2026-02-28T23:59:59Z'),
  verified: undefined,
  doNotReactivate: undefined,
  testTitle: undefined,
  groupBy: undefined,
};

describe('The fields of an import into DefectDojo', () => {
  it('have defaults', () => {
    expect(toImportFields(options, undefined)).toEqual({
      engagement: '7',
      scan_type: FPF,
      verified: 'true',
      active: 'true',
      minimum_severity: 'Info',
      close_old_findings: 'true',
      push_to_jira: 'false',
      scan_date: '2026-02-28',
    });
  });

  it.each([
    [{ verified: 'false' }, undefined, { verified: 'false' }],
    [{ verified: 'TRUE' }, undefined, { verified: 'true' }],
    [
      { testTitle: 'nightly', groupBy: 'component_name' },
      undefined,
      { test_title: 'nightly', group_by: 'component_name' },
    ],
    [{}, '5', { test: '5', do_not_reactivate: 'false' }],
    [{ doNotReactivate: 'true' }, '5', { test: '5', do_not_reactivate: 'true' }],
  ])('%j and the test %s set %j', (given, test, fields) => {
    expect(toImportFields({ ...options, ...given }, test)).toMatchObject(fields);
  });

  it('do not contain what belongs to a re-import', () => {
    const fields = toImportFields({ ...options, doNotReactivate: 'true' }, undefined);
    expect(Object.keys(fields)).not.toContain('do_not_reactivate');
  });
});

describe('A test of DefectDojo is imported again', () => {
  const test = { id: 1, engagement: 7, scan_type: FPF, title: 'nightly' };
  it.each([
    ['with the same engagement and type', test, undefined, true],
    ['with the same title', test, 'nightly', true],
    ['with the type under its other name', { id: 1, engagement: 7, test_type_name: FPF }, undefined, true],
    ['not with another title', test, 'weekly', false],
    ['not without a title if one is set', { ...test, title: null }, 'nightly', false],
    ['not with another engagement', { ...test, engagement: 77 }, undefined, false],
    ['not with another type', { ...test, scan_type: 'Trivy Scan' }, undefined, false],
    ['not without an id', { ...test, id: undefined }, undefined, false],
  ])('%s', (_, candidate, title, isFound) => {
    expect(isTestToReimport(candidate, '7', title)).toBe(isFound);
  });
});
