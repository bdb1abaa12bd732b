import { create, toBinary } from '@bufbuild/protobuf';
import { Group, NotificationSchema, ProjectSchema } from '@tallyman/contract/notification';
import { expect, it } from 'vitest';
import { toNotification } from './event-row.ts';
import { createNotificationEncoder } from './notification-encoder.ts';

const now = new Date('2026-11-15T12:00:00.123Z');
const ids = ['0190c3e0-3f2a-7b6e-9f6c-0a1b2c3d4e5f', '0190c3e0-3f2a-7b6e-9f6c-0a1b2c3d4e60'];

it.each([0, 100, 200, 20_000])(
  'encodes a subject of %i characters to the same bytes as the message itself',
  (size) => {
    const project = create(ProjectSchema, { uuid: 'p', name: 'ä'.repeat(size) });
    const subject = { schema: ProjectSchema, encoded: toBinary(ProjectSchema, project) };
    const encode = createNotificationEncoder(now);
    for (const title of ['One', 'Another', 'One']) {
      const event = { group: Group.PROJECT_AUDIT_CHANGE, title, content: 'Decided', subject };
      for (const id of ids) {
        const expected = toBinary(NotificationSchema, toNotification(event, id, now));
        expect(Buffer.compare(encode(event, subject, id), expected)).toBe(0);
      }
    }
  },
);
