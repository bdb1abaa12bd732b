import { ALERT_LEVELS, NOTIFICATION_GROUPS } from '@tallyman/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AlertConditions, ProjectFacts } from './alert-conditions.ts';
import { findMismatch, needsProjectFacts } from './match-alert.ts';

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
  seesAll: true,
  seenTeamIds: [],
};
const notification = {
  scope: 'PORTFOLIO',
  level: 'INFORMATIONAL',
  group: 'PROJECT_CREATED',
  projectUuid: '9f7b0a34-0000-4000-8000-000000000000',
};
const system = { scope: 'SYSTEM', level: 'ERROR', group: 'FILE_SYSTEM', projectUuid: null };
/** Project 12 below 11 below 10. */
const project: ProjectFacts = {
  uuid: notification.projectUuid,
  ancestry: [12, 11, 10],
  tagIds: [5],
  isLatest: false,
  accessTeamIds: [2, 7],
};

interface Given {
  readonly alert?: Partial<AlertConditions>;
  readonly notification?: Partial<Record<keyof typeof notification, string | null>>;
  /** Null for a deleted project. */
  readonly project?: Partial<ProjectFacts> | null;
}

function mismatchOf(given: Given): string | undefined {
  return findMismatchOf(given)?.by;
}

function findMismatchOf(given: Given) {
  return findMismatch(
    { ...alert, ...given.alert },
    { ...notification, ...given.notification } as typeof notification,
    given.project === null ? undefined : { ...project, ...given.project },
  );
}

describe('A recipient receives notifications only through an explicitly configured alert', () => {
  it.each<[string, Given, string | undefined]>([
    ['that is enabled', {}, undefined],
    ['not one that is disabled', { alert: { isEnabled: false } }, 'ENABLED'],
    ['not one with a schedule, which sends summaries', { alert: { triggerType: 'SCHEDULE' } }, 'TRIGGER'],
    ['not one with another scope', { alert: { scope: 'SYSTEM' } }, 'SCOPE'],
    ['not one without the group', { notification: { group: 'BOM_CONSUMED' } }, 'GROUP'],
    ['not one without any group', { alert: { groups: [] } }, 'GROUP'],
  ])('%s', (_, given, expected) => {
    expect(mismatchOf(given)).toBe(expected);
  });

  it.each([
    ['INFORMATIONAL', 'INFORMATIONAL', undefined],
    ['INFORMATIONAL', 'WARNING', undefined],
    ['INFORMATIONAL', 'ERROR', undefined],
    ['WARNING', 'INFORMATIONAL', 'LEVEL'],
    ['WARNING', 'WARNING', undefined],
    ['WARNING', 'ERROR', undefined],
    ['ERROR', 'INFORMATIONAL', 'LEVEL'],
    ['ERROR', 'WARNING', 'LEVEL'],
    ['ERROR', 'ERROR', undefined],
  ] as const)('with level %s for a notification with level %s', (level, of, expected) => {
    expect(mismatchOf({ alert: { level }, notification: { level: of } })).toBe(expected);
  });
});

describe('An alert is limited to projects and tags', () => {
  it.each<[string, Given, string | undefined]>([
    ['matches a listed project', { alert: { projectIds: [12] } }, undefined],
    ['matches below a listed project', { alert: { projectIds: [10] } }, undefined],
    [
      'does not match below a listed project without notifyChildren',
      { alert: { projectIds: [10], notifyChildren: false } },
      'LIMITS',
    ],
    [
      'matches a listed project without notifyChildren',
      { alert: { projectIds: [12], notifyChildren: false } },
      undefined,
    ],
    ['does not match another project', { alert: { projectIds: [13] } }, 'LIMITS'],
    ['matches a tag of the project', { alert: { tagIds: [4, 5] } }, undefined],
    ['does not match another tag', { alert: { tagIds: [4] } }, 'LIMITS'],
    [
      'matches if either the project or the tag does',
      { alert: { projectIds: [13], tagIds: [5] } },
      undefined,
    ],
    ['does not match a deleted project', { alert: { projectIds: [12] }, project: null }, 'LIMITS'],
    [
      'ignores limits for a notification without a project',
      { alert: { projectIds: [12] }, notification: { projectUuid: null }, project: null },
      undefined,
    ],
    ['does not match an older version with latestOnly', { alert: { latestOnly: true } }, 'LATEST'],
    [
      'does not match a deleted project with latestOnly',
      { alert: { latestOnly: true }, project: null },
      'LATEST',
    ],
    ['matches the latest version', { alert: { latestOnly: true }, project: { isLatest: true } }, undefined],
  ])('%s', (_, given, expected) => {
    expect(mismatchOf(given)).toBe(expected);
  });
});

describe('An alert sees the projects that its owner may see', () => {
  const limited = { seesAll: false, seenTeamIds: [1, 2] };

  it.each<[string, Given, string | undefined]>([
    ['a project of one of the teams', { alert: limited }, undefined],
    ['not a project of other teams', { alert: limited, project: { accessTeamIds: [7] } }, 'ACCESS'],
    ['not a project of no team', { alert: limited, project: { accessTeamIds: [] } }, 'ACCESS'],
    ['not a deleted project', { alert: limited, project: null }, 'ACCESS'],
    [
      'not the portfolio as a whole',
      { alert: limited, notification: { projectUuid: null }, project: null },
      'ACCESS',
    ],
    [
      'no project without an owner, as when its creator is suspended or deleted',
      { alert: { seesAll: false } },
      'ACCESS',
    ],
    ['only those within its own limits', { alert: { ...limited, projectIds: [13] } }, 'LIMITS'],
    ['a deleted project if it sees all', { project: null }, undefined],
    [
      'the system in any case',
      {
        alert: { seesAll: false, scope: 'SYSTEM', groups: ['FILE_SYSTEM'] },
        notification: system,
        project: null,
      },
      undefined,
    ],
  ])('%s', (_, given, expected) => {
    expect(mismatchOf(given)).toBe(expected);
  });
});

describe('A notification that an alert does not match has a reason for users', () => {
  it.each<[Given, string]>([
    [{ alert: { isEnabled: false } }, 'The alert is disabled.'],
    [{ alert: { triggerType: 'SCHEDULE' } }, 'The alert sends scheduled summaries only.'],
    [{ alert: { scope: 'SYSTEM' } }, 'The alert has scope SYSTEM, the notification PORTFOLIO.'],
    [{ alert: { level: 'ERROR' } }, 'The alert has level ERROR and above, the notification INFORMATIONAL.'],
    [{ alert: { groups: [] } }, 'The alert does not include the group PROJECT_CREATED.'],
    [
      { alert: { seesAll: false } },
      'The owner of the alert (its teams, or its creator) may not see the project.',
    ],
    [{ alert: { projectIds: [13] } }, 'The alert is limited to other projects.'],
    [{ alert: { latestOnly: true } }, 'The project is not the latest version.'],
  ])('%j', (given, reason) => {
    expect(findMismatchOf(given)?.reason).toBe(reason);
  });
});

describe('Laws of matching', () => {
  const ids = fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 3 });
  const conditions = fc.record({
    ...Object.fromEntries(Object.entries(alert).map(([name, value]) => [name, fc.constant(value)])),
    level: fc.constantFrom(...ALERT_LEVELS),
    groups: fc.uniqueArray(fc.constantFrom(...NOTIFICATION_GROUPS.slice(0, 3)), { maxLength: 2 }),
    projectIds: ids,
    tagIds: ids,
    notifyChildren: fc.boolean(),
    latestOnly: fc.boolean(),
    seesAll: fc.boolean(),
    seenTeamIds: ids,
  }) as unknown as fc.Arbitrary<AlertConditions>;
  const heads = fc.record({
    scope: fc.constant('PORTFOLIO'),
    level: fc.constantFrom(...ALERT_LEVELS),
    group: fc.constantFrom(...NOTIFICATION_GROUPS.slice(0, 3)),
    projectUuid: fc.constantFrom(notification.projectUuid, null),
  });
  const facts = fc.option(
    fc.record({
      uuid: fc.constant(project.uuid),
      ancestry: ids,
      tagIds: ids,
      isLatest: fc.boolean(),
      accessTeamIds: ids,
    }),
    { nil: undefined },
  );
  const matches = (...given: Parameters<typeof findMismatch>) => findMismatch(...given) === undefined;

  it('an alert without limits that sees all projects matches whatever its level and groups match', () => {
    fc.assert(
      fc.property(conditions, heads, facts, (given, head, of) => {
        const unlimited = { ...given, projectIds: [], tagIds: [], latestOnly: false, seesAll: true };
        const expected =
          given.groups.some((group) => group === head.group) &&
          ALERT_LEVELS.indexOf(head.level) >= ALERT_LEVELS.indexOf(given.level);
        expect(matches(unlimited, head, of)).toBe(expected);
      }),
    );
  });

  it('a higher level, another team or another tag never ends a match', () => {
    fc.assert(
      fc.property(conditions, heads, facts, (given, head, of) => {
        fc.pre(matches(given, head, of));
        const wider = of && { ...of, accessTeamIds: [...of.accessTeamIds, 9], tagIds: [...of.tagIds, 9] };
        expect(matches(given, { ...head, level: 'ERROR' }, wider)).toBe(true);
        expect(matches({ ...given, seenTeamIds: [...given.seenTeamIds, 9] }, head, of)).toBe(true);
        expect(matches({ ...given, seesAll: true }, head, of)).toBe(true);
      }),
    );
  });

  it('an alert that does not need the facts of a project matches the same without them', () => {
    fc.assert(
      fc.property(conditions, heads, facts, (given, head, of) => {
        fc.pre(!needsProjectFacts(given));
        expect(findMismatch(given, head, undefined)).toEqual(findMismatch(given, head, of));
      }),
    );
  });
});
