import { toBinary } from '@bufbuild/protobuf';
import { NotificationSchema } from '@tallyman/contract/notification';
import { describe, expect, it } from 'vitest';
import { newUuid } from '../../../../platform/ids.ts';
import { toNotification } from '../../../notifications/event-row.ts';
import { sampleEvent } from '../../templates/sample-events.ts';
import { filterNotifications } from './filter-notifications.ts';

const now = new Date();
const notifications = (['NEW_VULNERABILITY', 'BOM_CONSUMED', 'NEW_VULNERABILITY'] as const).map((group) =>
  toBinary(NotificationSchema, toNotification(sampleEvent(group, now), newUuid(), now)),
);

describe('The filter of an alert', () => {
  it('is evaluated on each notification', async () => {
    const results = await filterNotifications('group == Group.GROUP_NEW_VULNERABILITY', notifications);
    expect(results.map(({ passes }) => passes)).toEqual([true, false, true]);
  });

  it('is evaluated on the other notifications if it fails on one', async () => {
    const results = await filterNotifications('subject.vulnerability.severity != ""', notifications);
    expect(results.map(({ error }) => error === undefined)).toEqual([true, false, true]);
  });

  it('is stopped once if it exceeds its limits, and the rest gets the same error', async () => {
    const list = `[${Array(400).fill('1').join(', ')}]`;
    const endless = `${list}.all(a, ${list}.all(b, a == b))`;
    const results = await filterNotifications(endless, notifications);
    expect(results.map(({ error }) => error)).toEqual(Array(3).fill('the expression takes too many steps'));
  });
});
