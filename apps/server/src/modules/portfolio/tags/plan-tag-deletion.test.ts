import type { Permission } from '@tallyman/contract';
import { describe, expect, it } from 'vitest';
import { planTagDeletion } from './plan-tag-deletion.ts';
import type { TagUsage } from './tag-store.ts';

describe('Deleting tags', () => {
  const usage = (name: string, uses: Partial<TagUsage> = {}): TagUsage => ({
    id: 1,
    name,
    visible: true,
    projects: 0,
    collection_projects: 0,
    hidden_use: false,
    notification_rules: 0,
    policies: 0,
    ...uses,
  });
  const plan = (permissions: Permission[], ...usages: TagUsage[]) =>
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
      expect(plan([permission], usage('a', { projects: 3 }))).toEqual({});
    },
  );

  it('is refused for tags of projects without the permission to change projects', () => {
    expect(plan(['PORTFOLIO_MANAGEMENT_DELETE'], usage('a', { projects: 3 }))).toEqual({
      a: expect.stringContaining('assigned to 3 project(s)'),
    });
  });

  it('is refused for tags of alerts without the permission to change alerts', () => {
    expect(plan(['PORTFOLIO_MANAGEMENT'], usage('a', { notification_rules: 2 }))).toEqual({
      a: expect.stringContaining('assigned to 2 alert(s)'),
    });
    expect(plan(['SYSTEM_CONFIGURATION_UPDATE'], usage('a', { notification_rules: 2 }))).toEqual({});
  });

  it('is refused for tags of policies without the permission to change policies', () => {
    expect(plan(['PORTFOLIO_MANAGEMENT'], usage('a', { policies: 2 }))).toEqual({
      a: expect.stringContaining('assigned to 2 policy(s)'),
    });
    expect(plan(['POLICY_MANAGEMENT_UPDATE'], usage('a', { policies: 2 }))).toEqual({});
  });

  it('is refused for tags that hidden projects use, without saying how many, and for those of collections', () => {
    const hidden = usage('a', { projects: 3, hidden_use: true });
    const collecting = usage('b', { collection_projects: 1 });
    expect(plan(['PORTFOLIO_MANAGEMENT'], hidden, collecting, usage('c', { projects: 1 }))).toEqual({
      a: 'Projects that you may not see use the tag. Ask an administrator to delete it',
      b: 'The tag is used by 1 collection project(s)',
    });
  });

  it('knows nothing of tags that only hidden projects use', () => {
    expect(plan(['PORTFOLIO_MANAGEMENT'], usage('a', { visible: false, hidden_use: true }))).toEqual({
      a: 'Tag does not exist',
    });
  });

  it('is refused for unknown tags', () => {
    expect(planTagDeletion(new Set(), ['ghost'], [])).toEqual({ ghost: 'Tag does not exist' });
  });
});
