import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { mayAccess } from '../portfolio/access/project-access.ts';

/** Returns the UUIDs of those projects that exist and that the principal may access, by id. */
export async function listAccessibleProjects(
  db: Db,
  principal: Principal,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; uuid: string }>`
    select project.id, project.uuid from project
    where project.id = any(${[...ids]}::bigint[]) and ${mayAccess(principal, 'project.id')}
    order by project.id`.execute(db);
  return new Map(rows.map(({ id, uuid }) => [id, uuid]));
}
