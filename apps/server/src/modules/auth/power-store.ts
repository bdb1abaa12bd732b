import type { Permission } from '@tallyman/contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

/** Ids of users, teams and API keys. */
export interface Subjects {
  readonly users?: readonly number[];
  readonly teams?: readonly number[];
  readonly apiKeys?: readonly number[];
}

interface Power {
  readonly permissions: Permission[];
  /** Teams through which the subjects see projects. */
  readonly teamIds: number[];
}

/** Returns everything that the subjects hold together. */
export async function loadPower(db: Db, { users = [], teams = [], apiKeys = [] }: Subjects): Promise<Power> {
  const { rows } = await sql<Power>`
    with concerned as (
      select unnest(${teams}::bigint[]) as team_id
      union select team_id from team_member where user_id = any(${users}::bigint[])
      union select team_id from api_key_team where api_key_id = any(${apiKeys}::bigint[])
    )
    select
      array_to_json(array(
        select permission from user_permission where user_id = any(${users}::bigint[])
        union select permission from team_permission join concerned using (team_id)
      )) as permissions,
      array_to_json(array(select team_id from concerned)) as "teamIds"
  `.execute(db);
  return rows[0] ?? { permissions: [], teamIds: [] };
}
