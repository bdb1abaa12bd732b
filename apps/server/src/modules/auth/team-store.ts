import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Page, Paged } from '../../platform/http/paging.ts';
import { API_KEY_COLUMNS, type ApiKeyRecord } from './api-key-store.ts';
import { type GrantRecord, permissionsOfTeam } from './permission-store.ts';
import { USER_COLUMNS, type UserRecord } from './user-store.ts';

export interface TeamRecord {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
}

export interface TeamDetails extends TeamRecord {
  readonly permissions: readonly GrantRecord[];
  readonly users: readonly UserRecord[];
  readonly apiKeys: readonly ApiKeyRecord[];
  readonly oidcGroups: readonly MappedOidcGroupRecord[];
}

interface MappedOidcGroupRecord {
  /** UUID of the mapping. */
  readonly uuid: string;
  readonly groupUuid: string;
  readonly groupName: string;
}

interface TeamFilter {
  readonly search?: string | undefined;
  /** All teams if absent. */
  readonly ids?: readonly number[] | undefined;
}

function matching(db: Db, { search, ids }: TeamFilter) {
  return db
    .selectFrom('team as t')
    .$if(search !== undefined, (team) =>
      team.where(sql<boolean>`strpos(lower(t.name), lower(${search})) > 0`),
    )
    .$if(ids !== undefined, (team) => team.where(sql<boolean>`t.id = any(${ids})`));
}

async function countTeams(db: Db, filter: TeamFilter): Promise<number> {
  const { total } = await matching(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

function selectDetails(db: Db, filter: TeamFilter) {
  return matching(db, filter)
    .select(['t.id', 't.uuid', 't.name'])
    .select((team) => [
      permissionsOfTeam().as('permissions'),
      jsonArrayFrom(
        team
          .selectFrom('team_member as tm')
          .innerJoin('app_user as u', 'u.id', 'tm.user_id')
          .select(USER_COLUMNS)
          .whereRef('tm.team_id', '=', 't.id')
          .orderBy('u.username'),
      )
        .$castTo<UserRecord[]>()
        .as('users'),
      jsonArrayFrom(
        team
          .selectFrom('api_key_team as kt')
          .innerJoin('api_key as k', 'k.id', 'kt.api_key_id')
          .select(API_KEY_COLUMNS)
          .whereRef('kt.team_id', '=', 't.id')
          .orderBy('k.id'),
      )
        .$castTo<ApiKeyRecord[]>()
        .as('apiKeys'),
      jsonArrayFrom(
        team
          .selectFrom('oidc_group_mapping as om')
          .innerJoin('oidc_group as og', 'og.id', 'om.group_id')
          .select(['om.uuid', 'og.uuid as groupUuid', 'og.name as groupName'])
          .whereRef('om.team_id', '=', 't.id')
          .orderBy('og.name'),
      )
        .$castTo<MappedOidcGroupRecord[]>()
        .as('oidcGroups'),
    ]);
}

export const TEAM_SORT_COLUMNS = { name: 't.name', uuid: 't.uuid' } as const;
type TeamSortColumn = (typeof TEAM_SORT_COLUMNS)[keyof typeof TEAM_SORT_COLUMNS];

export async function listTeamDetails(
  db: Db,
  page: Page,
  sortBy: TeamSortColumn,
): Promise<Paged<TeamDetails>> {
  const filter = { search: page.search };
  const rows = await selectDetails(db, filter)
    .orderBy(sortBy, page.descending ? 'desc' : 'asc')
    .offset(page.offset)
    .$if(page.limit !== null, (team) => team.limit(page.limit))
    .execute();
  return { rows, total: await countTeams(db, filter) };
}

export async function listTeamNames(db: Db, page: Page, ids?: readonly number[]): Promise<Paged<TeamRecord>> {
  const filter = { search: page.search, ids };
  const rows = await matching(db, filter)
    .select(['t.id', 't.uuid', 't.name'])
    .orderBy('t.name', page.descending ? 'desc' : 'asc')
    .offset(page.offset)
    .$if(page.limit !== null, (team) => team.limit(page.limit))
    .execute();
  return { rows, total: await countTeams(db, filter) };
}

export async function findTeamDetails(db: Db, teamId: number): Promise<TeamDetails | undefined> {
  return selectDetails(db, { ids: [teamId] }).executeTakeFirst();
}

export async function listTeamDetailsById(db: Db, ids: readonly number[]): Promise<TeamDetails[]> {
  return selectDetails(db, { ids }).orderBy('t.name').execute();
}

export async function findTeam(db: Db, uuid: string): Promise<TeamRecord | undefined> {
  return db.selectFrom('team').select(['id', 'uuid', 'name']).where('uuid', '=', uuid).executeTakeFirst();
}

/** Returns another team whose name differs only in case, preferring an identical name. */
export async function findTeamNamedLike(
  db: Db,
  name: string,
  teamId?: number,
): Promise<TeamRecord | undefined> {
  return db
    .selectFrom('team as t')
    .select(['t.id', 't.uuid', 't.name'])
    .where(sql<boolean>`lower(t.name) = lower(${name})`)
    .$if(teamId !== undefined, (team) => team.where('t.id', '<>', teamId ?? 0))
    .orderBy(sql`t.name = ${name}`, 'desc')
    .executeTakeFirst();
}

export async function listTeamsByUuid(db: Db, uuids: readonly string[]): Promise<TeamRecord[]> {
  return db
    .selectFrom('team')
    .select(['id', 'uuid', 'name'])
    .where(sql<boolean>`uuid = any(${uuids}::uuid[])`)
    .execute();
}

/** Returns the ids of the new teams by name, without those whose names already exist. */
export async function insertTeams(
  tx: Tx,
  teams: readonly Omit<TeamRecord, 'id'>[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx
    .insertInto('team')
    .values([...teams])
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning(['id', 'name'])
    .execute();
  return new Map(rows.map((row) => [row.name, row.id]));
}

export async function updateTeamName(tx: Tx, teamId: number, name: string): Promise<void> {
  await tx.updateTable('team').set({ name }).where('id', '=', teamId).execute();
}

export async function deleteTeamById(tx: Tx, teamId: number): Promise<void> {
  await tx.deleteFrom('team').where('id', '=', teamId).execute();
}

export async function listAllTeams(db: Db): Promise<TeamRecord[]> {
  return db.selectFrom('team').select(['id', 'uuid', 'name']).execute();
}

/** Names without a team are left out. */
export async function listTeamIdsByName(db: Db, names: readonly string[]): Promise<number[]> {
  const rows = await db
    .selectFrom('team')
    .select('id')
    .where(sql<boolean>`name = any(${names}::text[])`)
    .execute();
  return rows.map((row) => row.id);
}
