import type { Finding } from '@tallyman/contract';
import { expect, test } from 'vitest';
import { toApplyFilter } from './to-apply-filter.ts';

function findingOf(component: Partial<Finding['component']>): Finding {
  return {
    component: { uuid: 'c', name: 'lib', version: '1.0', projectName: 'shop', ...component },
    vulnerability: { uuid: 'v', vulnId: 'GHSA-1', aliases: [{ cveId: 'CVE-1', ghsaId: 'GHSA-1' }] },
  } as unknown as Finding;
}

test('a decision applies to all names of the vulnerability', () => {
  const { vulnerabilities } = toApplyFilter(findingOf({}), 'project', false);
  expect(vulnerabilities).toEqual([{ vulnId: 'GHSA-1' }, { vulnId: 'CVE-1' }]);
});

test.each([
  ['project', { projectName: 'shop' }],
  ['everywhere', { everyProject: true }],
] as const)('the scope %s selects %j', (scope, expected) => {
  expect(toApplyFilter(findingOf({}), scope, false)).toMatchObject(expected);
});

test.each([
  [{ purl: 'pkg:npm/%40a/lib@1.0?x=y#z' }, false, { purl: 'pkg:npm/%40a/lib@1.0' }],
  [{ purl: 'pkg:npm/%40a/lib@1.0?x=y#z' }, true, { purl: 'pkg:npm/%40a/lib' }],
  [{ purl: 'pkg:npm/@a/lib' }, true, { purl: 'pkg:npm/@a/lib' }],
  [{}, false, { name: 'lib', version: '1.0' }],
  [{ group: 'org' }, true, { group: 'org', name: 'lib' }],
] as const)('the component %j, other versions too: %s, is selected by %j', (component, others, expected) => {
  expect(toApplyFilter(findingOf(component), 'everywhere', others).component).toEqual(expected);
});
