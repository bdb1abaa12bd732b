import type { Permission } from '@tallyman/contract';
import { expect, test } from 'vitest';
import { planLiveChanges } from './plan-live-changes.ts';

const holding = (...permissions: Permission[]) => ({ permissions: new Set(permissions) });
const ACCESSIBLE = new Map([
  [1, 'one'],
  [2, 'two'],
]);

test('names only projects that the principal may access', () => {
  const pending = new Map([['FINDINGS' as const, new Set([1, 3])]]);
  expect(planLiveChanges(pending, holding('VIEW_VULNERABILITY'), ACCESSIBLE)).toEqual([
    { kind: 'FINDINGS', projects: ['one'] },
  ]);
});

test('is empty if no changed project is accessible', () => {
  const pending = new Map([['FINDINGS' as const, new Set([3])]]);
  expect(planLiveChanges(pending, holding('VIEW_VULNERABILITY'), ACCESSIBLE)).toEqual([]);
});

test('names only kinds that the principal may read', () => {
  const pending = new Map(
    (['PROJECT', 'UPLOADS', 'COMPONENTS', 'FINDINGS', 'DECISIONS', 'VIOLATIONS'] as const).map((kind) => [
      kind,
      new Set([1]),
    ]),
  );
  const kinds = (permission: Permission) =>
    planLiveChanges(pending, holding(permission), ACCESSIBLE).map(({ kind }) => kind);
  expect(kinds('VIEW_PORTFOLIO')).toEqual(['PROJECT', 'UPLOADS', 'COMPONENTS']);
  expect(kinds('VIEW_VULNERABILITY')).toEqual(['FINDINGS', 'DECISIONS']);
  expect(kinds('VIEW_POLICY_VIOLATION')).toEqual(['VIOLATIONS']);
});

test('leaves out the projects if there are more than 100', () => {
  const ids = Array.from({ length: 101 }, (_, index) => index);
  const accessible = new Map(ids.map((id) => [id, `project ${id}`]));
  const pending = (count: number) => new Map([['PROJECT' as const, new Set(ids.slice(0, count))]]);
  const plan = (count: number) => planLiveChanges(pending(count), holding('VIEW_PORTFOLIO'), accessible);
  expect(plan(101)).toEqual([{ kind: 'PROJECT' }]);
  expect(plan(100)[0]?.projects).toHaveLength(100);
});

test('names mirror runs and deliveries to those who may read the configuration', () => {
  const pending = new Map((['MIRRORS', 'DELIVERIES'] as const).map((kind) => [kind, new Set<number>()]));
  const plan = (permission: Permission) => planLiveChanges(pending, holding(permission), ACCESSIBLE);
  expect(plan('SYSTEM_CONFIGURATION_READ')).toEqual([{ kind: 'MIRRORS' }, { kind: 'DELIVERIES' }]);
  expect(plan('VIEW_PORTFOLIO')).toEqual([]);
});
