import { type BinaryField, copyBinaryRows, toUuidBytes } from '../../platform/db/copy-binary-rows.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { OutboxRow } from './outbox-store.ts';

/** For many rows: they are encoded while they are sent. Does not wake the relay: `insertIntoOutbox` does. */
export async function copyIntoOutbox(tx: Tx, rows: Iterable<OutboxRow>): Promise<void> {
  const columns = ['id', 'notification', 'group_name', 'level', 'scope', 'project_uuid'];
  await copyBinaryRows(tx, 'notification_outbox', columns, toRows(rows));
}

function* toRows(rows: Iterable<OutboxRow>): Generator<BinaryField[]> {
  for (const { id, notification, group, level, scope, projectUuid } of rows) {
    const project = projectUuid === undefined ? null : toUuidBytes(projectUuid);
    const texts = [group, level, scope].map((text) => Buffer.from(text));
    yield [toUuidBytes(id), notification, ...texts, project];
  }
}
