import { toBinary } from '@bufbuild/protobuf';
import { NotificationSchema } from '@tallyman/contract/notification';
import { describe, expect, it } from 'vitest';
import { newUuid } from '../../../platform/ids.ts';
import { toNotification } from '../../notifications/event-row.ts';
import { sampleEvent } from '../sample-events.ts';
import { judgeAll } from './judge-all.ts';

const now = new Date();
const notifications = (['NEW_VULNERABILITY', 'BOM_CONSUMED', 'NEW_VULNERABILITY'] as const).map((group) =>
  toBinary(NotificationSchema, toNotification(sampleEvent(group, now), newUuid(), now)),
);

describe('A filter of an alert', () => {
  it('judges each notification for itself', async () => {
    const judged = await judgeAll('group == Group.GROUP_NEW_VULNERABILITY', notifications);
    expect(judged.map(({ passes }) => passes)).toEqual([true, false, true]);
  });

  it('that has no value for one notification still judges the others', async () => {
    const judged = await judgeAll('subject.vulnerability.severity != ""', notifications);
    expect(judged.map(({ error }) => error === undefined)).toEqual([true, false, true]);
  });

  it('that takes too much is stopped once, and the rest gets the same answer', async () => {
    const list = `[${Array(400).fill('1').join(', ')}]`;
    const endless = `${list}.all(a, ${list}.all(b, a == b))`;
    const judged = await judgeAll(endless, notifications);
    expect(judged.map(({ error }) => error)).toEqual(Array(3).fill('the expression takes too many steps'));
  });
});
