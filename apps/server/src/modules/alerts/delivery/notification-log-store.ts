import type { Db } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { mayRead } from './notification-access.ts';

export interface LoggedRow {
  readonly id: string;
  readonly position: number | null;
  readonly notification: Uint8Array;
  readonly group: string;
  readonly level: string;
  readonly scope: string;
  readonly projectUuid: string | null;
  readonly createdAt: Date;
}

function selectLogged(db: Db, principal: Principal) {
  return db
    .selectFrom('notification_outbox as outbox')
    .leftJoin('project', 'project.uuid', 'outbox.project_uuid')
    .select([
      'outbox.id',
      'outbox.position',
      'outbox.notification',
      'outbox.group_name as group',
      'outbox.level',
    ])
    .select(['outbox.scope', 'outbox.project_uuid as projectUuid', 'outbox.created_at as createdAt'])
    .where(mayRead(principal));
}

export async function listLoggedAfter(
  db: Db,
  principal: Principal,
  after: number,
  limit: number,
): Promise<LoggedRow[]> {
  return selectLogged(db, principal)
    .where('outbox.position', '>', after)
    .where('outbox.is_test', '=', false)
    .orderBy('outbox.position')
    .limit(limit)
    .execute();
}

/** The newest notifications, oldest first. */
export async function listNewest(db: Db, principal: Principal, limit: number): Promise<LoggedRow[]> {
  const rows = await selectLogged(db, principal)
    .where('outbox.position', 'is not', null)
    .where('outbox.is_test', '=', false)
    .orderBy('outbox.position', 'desc')
    .limit(limit)
    .execute();
  return rows.reverse();
}

export async function findLogged(db: Db, principal: Principal, id: string): Promise<LoggedRow | undefined> {
  return selectLogged(db, principal).where('outbox.id', '=', id).executeTakeFirst();
}
