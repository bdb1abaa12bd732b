import { copyRows } from '../../platform/db/copy-rows.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { OutboxRow } from './outbox-store.ts';

/** For many at once: they are made while they are sent. Nobody hears of these before `insertIntoOutbox` says so. */
export async function copyIntoOutbox(tx: Tx, rows: Iterable<OutboxRow>): Promise<void> {
  const columns = ['id', 'notification', 'group_name', 'level', 'scope', 'project_uuid'] as const;
  await copyRows(tx, 'notification_outbox', columns, toRows(rows));
}

function* toRows(rows: Iterable<OutboxRow>) {
  for (const { id, notification, group, level, scope, projectUuid } of rows) {
    yield { id, notification, group_name: group, level, scope, project_uuid: projectUuid };
  }
}
