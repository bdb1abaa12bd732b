import type { Permission } from '@tallyman/contract';
import { describe, expect, it } from 'vitest';
import { planTagDeletion } from './plan-tag-deletion.ts';

describe('Deleting tags', () => {
  const usage = (
    name: string,
    projects = 0,
    inaccessible_projects = 0,
    collection_projects = 0,
    policies = 0,
    notification_rules = 0,
  ) => ({
    id: 1,
    name,
    projects,
    inaccessible_projects,
    collection_projects,
    notification_rules,
    policies,
  });
  const plan = (permissions: Permission[], ...usages: ReturnType<typeof usage>[]) =>
    planTagDeletion(
      new Set(permissions),
      usages.map(({ name }) => name),
      usages,
    );

  it('is fine for unused tags, with no more than the permission to delete tags', () => {
    expect(plan([], usage('a'), usage('b'))).toEqual({});
  });

  it.each(['PORTFOLIO_MANAGEMENT', 'PORTFOLIO_MANAGEMENT_UPDATE'] as const)(
    'is fine for tags of visible projects with %s',
    (permission) => {
      expect(plan([permission], usage('a', 3))).toEqual({});
    },
  );

  it('is refused for tags of projects without the permission to change projects', () => {
    expect(plan(['PORTFOLIO_MANAGEMENT_DELETE'], usage('a', 3))).toEqual({
      a: expect.stringContaining('assigned to 3 project(s)'),
    });
  });

  it('is refused for tags of alerts without the permission to change alerts', () => {
    expect(plan(['PORTFOLIO_MANAGEMENT'], usage('a', 0, 0, 0, 0, 2))).toEqual({
      a: expect.stringContaining('assigned to 2 alert(s)'),
    });
    expect(plan(['SYSTEM_CONFIGURATION_UPDATE'], usage('a', 0, 0, 0, 0, 2))).toEqual({});
  });

  it('is refused for tags of policies without the permission to change policies', () => {
    expect(plan(['PORTFOLIO_MANAGEMENT'], usage('a', 0, 0, 0, 2))).toEqual({
      a: expect.stringContaining('assigned to 2 policy(s)'),
    });
    expect(plan(['POLICY_MANAGEMENT_UPDATE'], usage('a', 0, 0, 0, 2))).toEqual({});
  });

  it('is refused for tags of projects that may not be seen, and of collections', () => {
    expect(plan(['PORTFOLIO_MANAGEMENT'], usage('a', 3, 2), usage('b', 0, 0, 1), usage('c', 1))).toEqual({
      a: 'The tag is assigned to 2 project(s) that you may not see',
      b: 'The tag is used by 1 collection project(s)',
    });
  });

  it('is refused for unknown tags', () => {
    expect(planTagDeletion(new Set(), ['ghost'], [])).toEqual({ ghost: 'Tag does not exist' });
  });
});
