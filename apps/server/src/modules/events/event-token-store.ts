import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { mayAccess } from '../portfolio/access/project-access.ts';

/** Whether any job of the token is about a project that the principal may not see. */
export async function isHiddenWork(db: Db, principal: Principal, token: string): Promise<boolean> {
  const { rows } = await sql<{ hidden: boolean }>`
    select exists (
      select from work_token join project on project.uuid = work_token.project_uuid
      where work_token.token = ${token} and not ${mayAccess(principal, 'project.id')}
    ) as hidden`.execute(db);
  return rows[0]?.hidden ?? false;
}
