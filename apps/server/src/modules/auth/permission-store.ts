import type { Permission } from '@tallyman/contract';
import { expressionBuilder, type QueryResult, type RawBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { DB } from '../../platform/db/database.generated.ts';
import type { Db, Tx } from '../../platform/db/database.ts';

export interface GrantRecord {
  readonly permission: Permission;
}

/** Subquery: the permissions of the team `t` of the outer query. */
export function permissionsOfTeam() {
  const team = expressionBuilder<DB & { t: DB['team'] }, 't'>();
  return jsonArrayFrom(
    team
      .selectFrom('team_permission as tp')
      .select('tp.permission')
      .whereRef('tp.team_id', '=', 't.id')
      .orderBy('tp.permission'),
  ).$castTo<GrantRecord[]>();
}

/** Subquery: the permissions of a user, direct and through teams. */
export function permissionsOfUser(userId: RawBuilder<unknown>): RawBuilder<GrantRecord> {
  return sql`
    select permission from user_permission where user_id = ${userId}
    union
    select tp.permission from team_member tm join team_permission tp using (team_id) where tm.user_id = ${userId}
  `;
}

/** Subquery: the permissions of an API key. */
export function permissionsOfApiKey(keyId: RawBuilder<unknown>): RawBuilder<GrantRecord> {
  return sql`
    select distinct tp.permission from api_key_team kt join team_permission tp using (team_id)
    where kt.api_key_id = ${keyId}
  `;
}

function toPermissions({ rows }: QueryResult<GrantRecord>): Permission[] {
  return rows.map((row) => row.permission);
}

/** A user or a team that holds permissions. */
export interface Holder {
  readonly kind: 'user' | 'team';
  readonly id: number;
}

const GRANTS = {
  user: { table: sql.table('user_permission'), holder: sql.ref('user_id') },
  team: { table: sql.table('team_permission'), holder: sql.ref('team_id') },
};

/** Returns the permissions that the holder did not have before. */
export async function insertGrants(
  tx: Tx,
  { kind, id }: Holder,
  permissions: readonly Permission[],
): Promise<Permission[]> {
  const { table, holder } = GRANTS[kind];
  const added = await sql<GrantRecord>`
    insert into ${table} (${holder}, permission) select ${id}, unnest(${permissions}::text[]) on conflict do nothing
    returning permission
  `.execute(tx);
  return toPermissions(added);
}

export async function deleteGrant(tx: Tx, { kind, id }: Holder, permission: Permission): Promise<boolean> {
  const { table, holder } = GRANTS[kind];
  const { numAffectedRows } = await sql`
    delete from ${table} where ${holder} = ${id} and permission = ${permission}
  `.execute(tx);
  return numAffectedRows === 1n;
}

/** Returns the number of revoked permissions. */
export async function deleteOtherGrants(
  tx: Tx,
  { kind, id }: Holder,
  keep: readonly Permission[],
): Promise<number> {
  const { table, holder } = GRANTS[kind];
  const { numAffectedRows } = await sql`
    delete from ${table} where ${holder} = ${id} and permission <> all(${keep}::text[])
  `.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/**
 * True if a user who can sign in has ACCESS_MANAGEMENT, directly or through a team. Only managed users count, because
 * the sign-in of others depends on another server.
 */
export async function hasAdministrator(db: Db): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select exists (
      select 1 from app_user u
      where u.kind = 'MANAGED' and not u.suspended and not u.name_conflict
        and 'ACCESS_MANAGEMENT' in (${permissionsOfUser(sql.ref('u.id'))})
    )
  `.execute(db);
  return rows[0]?.exists ?? false;
}

/** An arbitrary number that no other lock uses. */
const ACCESS_LOCK = 5_263_847_120;

export async function lockAccess(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ACCESS_LOCK})`.execute(tx);
}
