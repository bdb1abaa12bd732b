import { fromBinary } from '@bufbuild/protobuf';
import { anyUnpack } from '@bufbuild/protobuf/wkt';
import {
  BomConsumedOrProcessedSubjectSchema,
  BomValidationFailedSubjectSchema,
  Group,
  Level,
  NotificationSchema,
  ProjectSchema,
  Scope,
} from '@tallyman/contract/notification';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { emitEvents } from './emit-events.ts';
import { bomProcessed, bomProcessingFailed, bomValidationFailed, projectCreated } from './project-events.ts';

const now = new Date('2026-11-15T12:00:00Z');
const project = {
  uuid: '0190c3e0-3f2a-7b6e-9f6c-0a1b2c3d4e5f',
  name: 'acme-shop',
  version: '1.0',
  tags: ['payment'],
  isActive: true,
};
const bom = { project, specVersion: '1.6', token: '0190c3e0-0000-7000-8000-000000000001' };

describe('Notifications', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  beforeEach(() => database.db.deleteFrom('notification_outbox').execute());
  afterAll(() => database.drop());

  const rows = () => database.db.selectFrom('notification_outbox').selectAll().orderBy('id').execute();
  const decode = (bytes: Uint8Array) => fromBinary(NotificationSchema, bytes);

  it('have level, scope, group, title, content, timestamp, a packed subject and a UUIDv7 id', async () => {
    await inTransaction(database.db, (tx) => emitEvents(tx, now, [projectCreated(project)]));
    const [row] = await rows();
    expect(row).toMatchObject({ group_name: 'PROJECT_CREATED', level: 'INFORMATIONAL', scope: 'PORTFOLIO' });
    expect(row?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    const notification = decode(row?.notification ?? new Uint8Array());
    expect(notification).toMatchObject({
      id: row?.id,
      group: Group.PROJECT_CREATED,
      level: Level.INFORMATIONAL,
      scope: Scope.PORTFOLIO,
      title: 'Project Added',
      content: 'acme-shop was created',
    });
    expect(notification.timestamp?.seconds).toBe(BigInt(now.getTime() / 1000));
    expect(notification.subject?.typeUrl).toBe('type.googleapis.com/tallyman.notification.v1.Project');
    expect(notification.subject && anyUnpack(notification.subject, ProjectSchema)).toMatchObject(project);
  });

  it('about a BOM have the project with its tags, the spec version and the token, but not the document', async () => {
    await inTransaction(database.db, (tx) => emitEvents(tx, now, [bomProcessed(bom)]));
    const [row] = await rows();
    const { subject } = decode(row?.notification ?? new Uint8Array());
    const unpacked = subject && anyUnpack(subject, BomConsumedOrProcessedSubjectSchema);
    expect(unpacked).toMatchObject({ project: { tags: ['payment'] }, token: bom.token });
    expect(unpacked?.bom).toMatchObject({ content: '(Omitted)', format: 'CycloneDX', specVersion: '1.6' });
  });

  it('about failures have level ERROR', async () => {
    const events = [
      bomProcessingFailed(bom, 'broken'),
      bomValidationFailed(project, '1.6', ['/components/0: bad']),
    ];
    await inTransaction(database.db, (tx) => emitEvents(tx, now, events));
    const failed = (await rows()).map((row) => decode(row.notification));
    expect(failed.map((notification) => notification.level)).toEqual([Level.ERROR, Level.ERROR]);
    const validation = failed.find(
      (notification) => notification.group === Group.BOM_VALIDATION_FAILED,
    )?.subject;
    expect(validation && anyUnpack(validation, BomValidationFailedSubjectSchema)?.errors).toEqual([
      '/components/0: bad',
    ]);
  });

  it('are not emitted when the transaction rolls back', async () => {
    const failing = inTransaction(database.db, async (tx) => {
      await emitEvents(tx, now, [projectCreated(project)]);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await rows()).toEqual([]);
  });
});
