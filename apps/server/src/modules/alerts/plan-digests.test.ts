import { describe, expect, it } from 'vitest';
import type { MatchedAlert } from './alert.ts';
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
const said = (id: string, group: string, projectUuid: string | null = 'shop') => ({
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

  it('collects findings and violations; the others are sent one by one, and so is everything else', () => {
    const taken = [said('a', 'NEW_VULNERABILITY'), said('b', 'VEX_CONSUMED'), said('c', 'POLICY_VIOLATION')];
    const planned = taken.flatMap(({ id }) => [delivery(id, 1), delivery(id, 2)]);
    expect(namesOf(planDigests([digesting, alert(2, 'NONE')], taken, planned))).toEqual({
      sent: ['a to 2', 'b to 1', 'b to 2', 'c to 2'],
      steps: [{ entries: ['a', 'c'], closed: [] }],
    });
  });

  it('begins another digest with each upload of the project', () => {
    const taken = [
      said('a', 'NEW_VULNERABILITY'),
      said('b', 'BOM_CONSUMED'),
      said('c', 'NEW_VULNERABILITY'),
      said('d', 'NEW_VULNERABILITY', 'other'),
      said('e', 'BOM_CONSUMED'),
      said('f', 'NEW_VULNERABILITY'),
    ];
    const planned = ['a', 'c', 'd', 'f'].map((id) => delivery(id, 1));
    expect(namesOf(planDigests([digesting], taken, planned)).steps).toEqual([
      { entries: ['a', 'd'], closed: ['shop'] },
      { entries: ['c'], closed: ['shop'] },
      { entries: ['f'], closed: [] },
    ]);
  });

  it('tells of a filter that failed as always', () => {
    const planned = [delivery('a', 1, 'no such key')];
    const { deliveries, steps } = planDigests([digesting], [said('a', 'NEW_VULNERABILITY')], planned);
    expect(deliveries).toEqual(planned);
    expect(steps).toEqual([]);
  });
});
