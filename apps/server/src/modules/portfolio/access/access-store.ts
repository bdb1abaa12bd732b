import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { VisibleProject } from '../../auth/access-context.ts';
import { accessControlIsOn, mayAccess } from './project-access.ts';

export interface TeamRow {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
}

export function findMappableProject(db: Db, principal: Principal, uuid: string) {
  return db
    .selectFrom('project')
    .select('project.id')
    .select(mayAccess(principal, 'project.id').$castTo<boolean>().as('accessible'))
    .where('project.uuid', '=', uuid)
    .executeTakeFirst();
}

/** Whether any of the teams is mapped to a project that the principal may not see. */
export async function hasHiddenMapping(
  db: Db,
  principal: Principal,
  teamIds: readonly number[],
): Promise<boolean> {
  const { rows } = await sql<{ hidden: boolean }>`
    select exists (
      select from project_access mapped
      where mapped.team_id = any(${[...teamIds]}::bigint[]) and not ${mayAccess(principal, 'mapped.project_id')}
    ) as hidden`.execute(db);
  return rows[0]?.hidden ?? false;
}

/** The teams with one of the UUIDs or names. If `among` is given, only teams in it. */
export async function listTeams(
  db: Db,
  uuids: readonly string[],
  names: readonly string[],
  among: readonly number[] | undefined,
): Promise<TeamRow[]> {
  const allowed = among === undefined ? sql`true` : sql`team.id = any(${[...among]}::bigint[])`;
  const { rows } = await sql<TeamRow>`
    select id, uuid, name from team
    where (uuid = any(${[...uuids]}::uuid[]) or name = any(${[...names]}::text[])) and ${allowed}`.execute(
    db,
  );
  return rows;
}

export async function mapTeams(tx: Tx, projectId: number, teamIds: readonly number[]): Promise<void> {
  await sql`
    insert into project_access (project_id, team_id)
    select ${projectId}::bigint, team_id from unnest(${[...teamIds]}::bigint[]) as given (team_id)
    order by team_id
    on conflict do nothing`.execute(tx);
}

/** Does nothing if portfolio access control is off. */
export async function mapTeamIfControlled(tx: Tx, projectId: number, teamId: number): Promise<void> {
  await sql`
    insert into project_access (project_id, team_id)
    select ${projectId}::bigint, ${teamId}::bigint where ${accessControlIsOn()}
    on conflict do nothing`.execute(tx);
}

/** Violates the primary key if the mapping exists. */
export async function insertMapping(tx: Tx, projectId: number, teamId: number): Promise<void> {
  await tx.insertInto('project_access').values({ project_id: projectId, team_id: teamId }).execute();
}

export async function deleteMapping(tx: Tx, projectId: number, teamId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('project_access')
    .where('project_id', '=', projectId)
    .where('team_id', '=', teamId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

const VISIBLE_PROJECT = ['project.id', 'project.uuid', 'project.name', 'project.version'] as const;

export async function listProjectsByUuid(
  db: Db,
  principal: Principal,
  uuids: readonly string[],
): Promise<VisibleProject[]> {
  return db
    .selectFrom('project')
    .select(VISIBLE_PROJECT)
    .where('project.uuid', 'in', [...uuids])
    .where(mayAccess(principal, 'project.id'))
    .execute();
}

export async function listProjectsById(db: Db, ids: readonly number[]): Promise<VisibleProject[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('project')
    .select(VISIBLE_PROJECT)
    .where('project.id', 'in', [...ids])
    .orderBy('project.name')
    .orderBy('project.id')
    .execute();
}
