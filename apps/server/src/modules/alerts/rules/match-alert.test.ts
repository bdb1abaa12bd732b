import { describe, expect, it } from 'vitest';
import type { AlertConditions, ProjectFacts } from './alert-conditions.ts';
import { findMismatch } from './match-alert.ts';

const alert: AlertConditions = {
  isEnabled: true,
  triggerType: 'EVENT',
  scope: 'PORTFOLIO',
  level: 'INFORMATIONAL',
  groups: ['PROJECT_CREATED'],
  projectIds: [],
  tagIds: [],
  notifyChildren: true,
  latestOnly: false,
  filterExpression: null,
  seesAll: false,
  seenTeamIds: [1, 2],
};
const notification = {
  scope: 'PORTFOLIO',
  level: 'INFORMATIONAL',
  group: 'PROJECT_CREATED',
  projectUuid: '9f7b0a34-0000-4000-8000-000000000000',
};
const project: ProjectFacts = {
  uuid: notification.projectUuid,
  ancestry: [10],
  tagIds: [],
  isLatest: false,
  accessTeamIds: [2, 7],
};

describe('An alert of somebody who may see some projects', () => {
  it('asks for what is about a project that its owner may see', () => {
    expect(findMismatch(alert, notification, project)).toBeUndefined();
  });

  it.each([
    ['another project', { ...project, accessTeamIds: [7] }],
    ['a project that no team may see', { ...project, accessTeamIds: [] }],
    ['a project that was deleted', undefined],
  ])('does not ask for what is about %s', (_case, facts) => {
    expect(findMismatch(alert, notification, facts)?.by).toBe('ACCESS');
  });

  it('does not ask for what is about the portfolio as a whole', () => {
    expect(findMismatch(alert, { ...notification, projectUuid: null }, undefined)?.by).toBe('ACCESS');
  });

  it('without an owner sees no project', () => {
    expect(findMismatch({ ...alert, seenTeamIds: [] }, notification, project)?.by).toBe('ACCESS');
  });

  it('is told of the system as everybody is', () => {
    const system = { ...notification, scope: 'SYSTEM', group: 'FILE_SYSTEM', projectUuid: null };
    const asking = { ...alert, scope: 'SYSTEM', groups: ['FILE_SYSTEM'], seenTeamIds: [] } as const;
    expect(findMismatch(asking, system, undefined)).toBeUndefined();
  });

  it('still keeps to its own limits', () => {
    expect(findMismatch({ ...alert, projectIds: [11] }, notification, project)?.by).toBe('LIMITS');
  });
});

describe('An alert of somebody who sees all projects', () => {
  it.each([project, undefined])('asks for what is about any project', (facts) => {
    expect(findMismatch({ ...alert, seesAll: true, seenTeamIds: [] }, notification, facts)).toBeUndefined();
  });
});
