import type { Db } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
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
    .selectFrom('notification_outbox as said')
    .leftJoin('project', 'project.uuid', 'said.project_uuid')
    .select(['said.id', 'said.position', 'said.notification', 'said.group_name as group', 'said.level'])
    .select(['said.scope', 'said.project_uuid as projectUuid', 'said.created_at as createdAt'])
    .where(mayRead(principal));
}

export async function listLoggedAfter(
  db: Db,
  principal: Principal,
  after: number,
  limit: number,
): Promise<LoggedRow[]> {
  return selectLogged(db, principal)
    .where('said.position', '>', after)
    .where('said.is_test', '=', false)
    .orderBy('said.position')
    .limit(limit)
    .execute();
}

/** The newest, in order. */
export async function listNewest(db: Db, principal: Principal, limit: number): Promise<LoggedRow[]> {
  const rows = await selectLogged(db, principal)
    .where('said.position', 'is not', null)
    .where('said.is_test', '=', false)
    .orderBy('said.position', 'desc')
    .limit(limit)
    .execute();
  return rows.reverse();
}

export async function findLogged(db: Db, principal: Principal, id: string): Promise<LoggedRow | undefined> {
  return selectLogged(db, principal).where('said.id', '=', id).executeTakeFirst();
}
