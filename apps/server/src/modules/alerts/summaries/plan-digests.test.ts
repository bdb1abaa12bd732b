import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MatchedAlert } from '../rules/alert-conditions.ts';
import { planDigests } from './plan-digests.ts';

const alert = (id: number, digest: MatchedAlert['digest']): MatchedAlert => ({
  id,
  uuid: `alert-${id}`,
  name: `alert ${id}`,
  updatedAt: new Date(0),
  isEnabled: true,
  triggerType: 'EVENT',
  scope: 'PORTFOLIO',
  level: 'INFORMATIONAL',
  groups: ['NEW_VULNERABILITY', 'BOM_CONSUMED'],
  projectIds: [],
  tagIds: [],
  notifyChildren: true,
  latestOnly: false,
  filterExpression: null,
  seesAll: true,
  seenTeamIds: [],
  digest,
});
const notification = (id: string, group: string, projectUuid: string | null = 'shop') => ({
  id,
  group,
  projectUuid,
  level: 'INFORMATIONAL',
  scope: 'PORTFOLIO',
});
const delivery = (notificationId: string, alertId: number, filterError?: string) => ({
  uuid: `${notificationId} to ${alertId}`,
  notificationId,
  alertId,
  alertName: `alert ${alertId}`,
  lane: 'shop',
  filterError,
});
const namesOf = ({ deliveries, steps }: ReturnType<typeof planDigests>) => ({
  sent: deliveries.map(({ uuid }) => uuid),
  steps: steps.map(({ entries, closed }) => ({
    entries: entries.map(({ notificationId }) => notificationId),
    closed,
  })),
});

describe('An alert with digests', () => {
  const digesting = alert(1, 'UPLOAD');

  it('collects findings and violations; other groups and other alerts are sent at once', () => {
    const claimed = [
      notification('a', 'NEW_VULNERABILITY'),
      notification('b', 'VEX_CONSUMED'),
      notification('c', 'POLICY_VIOLATION'),
    ];
    const planned = claimed.flatMap(({ id }) => [delivery(id, 1), delivery(id, 2)]);
    expect(namesOf(planDigests([digesting, alert(2, 'NONE')], claimed, planned))).toEqual({
      sent: ['a to 2', 'b to 1', 'b to 2', 'c to 2'],
      steps: [{ entries: ['a', 'c'], closed: [] }],
    });
  });

  it('begins a new digest with each upload of the project', () => {
    const claimed = [
      notification('a', 'NEW_VULNERABILITY'),
      notification('b', 'BOM_CONSUMED'),
      notification('c', 'NEW_VULNERABILITY'),
      notification('d', 'NEW_VULNERABILITY', 'other'),
      notification('e', 'BOM_CONSUMED'),
      notification('f', 'NEW_VULNERABILITY'),
    ];
    const planned = ['a', 'c', 'd', 'f'].map((id) => delivery(id, 1));
    expect(namesOf(planDigests([digesting], claimed, planned)).steps).toEqual([
      { entries: ['a', 'd'], closed: ['shop'] },
      { entries: ['c'], closed: ['shop'] },
      { entries: ['f'], closed: [] },
    ]);
  });

  it('records a filter that failed like other alerts do', () => {
    const planned = [delivery('a', 1, 'no such key')];
    const { deliveries, steps } = planDigests([digesting], [notification('a', 'NEW_VULNERABILITY')], planned);
    expect(deliveries).toEqual(planned);
    expect(steps).toEqual([]);
  });
});

describe('Laws of digests', () => {
  const groups = ['NEW_VULNERABILITY', 'POLICY_VIOLATION', 'BOM_CONSUMED', 'PROJECT_CREATED'];
  const heads = fc.array(
    fc.record({ group: fc.constantFrom(...groups), projectUuid: fc.constantFrom('shop', 'other', null) }),
    { maxLength: 12 },
  );
  const alerts = [alert(1, 'UPLOAD'), alert(2, 'NONE'), alert(3, 'UPLOAD')];

  it('every planned delivery is either sent or an entry of exactly one step', () => {
    fc.assert(
      fc.property(heads, (given) => {
        const claimed = given.map(({ group, projectUuid }, at) => notification(`n${at}`, group, projectUuid));
        const planned = claimed.flatMap(({ id }) => alerts.map((each) => delivery(id, each.id)));
        const { deliveries, steps } = planDigests(alerts, claimed, planned);
        const entries = steps.flatMap((step) =>
          step.entries.map((e) => `${e.notificationId} to ${e.alertId}`),
        );
        const all = [...deliveries.map(({ uuid }) => uuid), ...entries];
        expect(all.toSorted()).toEqual(planned.map(({ uuid }) => uuid).toSorted());
      }),
    );
  });

  it('an entry is in the step after as many uploads of its project as precede it', () => {
    fc.assert(
      fc.property(heads, (given) => {
        const claimed = given.map(({ group, projectUuid }, at) => notification(`n${at}`, group, projectUuid));
        const planned = claimed.map(({ id }) => delivery(id, 1));
        const { steps } = planDigests(alerts, claimed, planned);
        steps.forEach(({ entries }, step) => {
          for (const { notificationId, projectUuid } of entries) {
            const before = claimed.slice(0, Number(notificationId.slice(1)));
            const uploads = before.filter((n) => n.group === 'BOM_CONSUMED' && n.projectUuid === projectUuid);
            expect(step).toBe(uploads.length);
          }
        });
      }),
    );
  });
});
