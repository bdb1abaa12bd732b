import type { Permission } from '@tallyman/contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { permissionsOfApiKey, permissionsOfUser } from './permission-store.ts';
import type { UserKind } from './user-kind.ts';
import { secondFactorExists } from './user-store.ts';

interface PrincipalRow {
  readonly id: number;
  readonly name: string;
  readonly permissions: Permission[];
  readonly teamIds: number[];
}

export interface SessionPrincipalRow extends PrincipalRow {
  readonly kind: UserKind;
  readonly hasSecondFactor: boolean;
  readonly expiresAt: Date;
}

/**
 * Returns the user of a session with all permissions, in one statement. The caller checks whether the session has
 * expired.
 */
export async function findSessionPrincipal(
  db: Db,
  tokenHash: Buffer,
): Promise<SessionPrincipalRow | undefined> {
  const { rows } = await sql<SessionPrincipalRow>`
    select u.id, u.username as name, u.kind, ${secondFactorExists()} as "hasSecondFactor", s.expires_at as "expiresAt",
      array_to_json(array(${permissionsOfUser(sql.ref('u.id'))})) as permissions,
      array_to_json(array(select team_id from team_member where user_id = u.id order by team_id)) as "teamIds"
    from user_session s
    join app_user u on u.id = s.user_id
    where s.token_hash = ${tokenHash} and not u.suspended and not u.name_conflict
  `.execute(db);
  return rows[0];
}

export interface ApiKeyPrincipalRow extends PrincipalRow {
  readonly publicId: string;
  readonly secretHash: Buffer;
  readonly expiresAt: Date | null;
  /** Null if the key is not limited to projects. */
  readonly onlyProjects: number[] | null;
}

/** Returns the keys with one of these public ids, with their permissions and the hashes of their secrets. */
export async function listApiKeyPrincipals(
  db: Db,
  publicIds: readonly string[],
): Promise<ApiKeyPrincipalRow[]> {
  const { rows } = await sql<ApiKeyPrincipalRow>`
    select k.id, k.public_id as "publicId", k.secret_hash as "secretHash", k.expires_at as "expiresAt",
      case when k.is_limited then
        array_to_json(array(select project_id from api_key_project where api_key_id = k.id order by project_id))
      end as "onlyProjects",
      coalesce(
        (select t.name from api_key_team kt join team t on t.id = kt.team_id
          where kt.api_key_id = k.id order by t.id limit 1),
        k.public_id
      ) as name,
      array_to_json(array(${permissionsOfApiKey(sql.ref('k.id'))})) as permissions,
      array_to_json(array(select team_id from api_key_team where api_key_id = k.id order by team_id)) as "teamIds"
    from api_key k
    where k.public_id = any(${publicIds})
  `.execute(db);
  return rows;
}
