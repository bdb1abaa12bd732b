import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db, Tx } from '../../platform/db/database.ts';
import { type GrantRecord, permissionsOfTeam } from './permission-store.ts';
import type { UserKind } from './user-kind.ts';

export interface UserRecord {
  readonly id: number;
  readonly kind: UserKind;
  readonly username: string;
  readonly fullname: string | null;
  readonly email: string | null;
  readonly lastPasswordChange: Date | string;
  readonly forcePasswordChange: boolean;
  readonly nonExpiryPassword: boolean;
  readonly suspended: boolean;
  readonly ldapDn: string | null;
  readonly oidcSubject: string | null;
}

export interface TeamRights {
  readonly uuid: string;
  readonly name: string;
  readonly permissions: readonly GrantRecord[];
}

export interface UserDetails extends UserRecord {
  readonly permissions: readonly GrantRecord[];
  readonly teams: readonly TeamRights[];
}

export const USER_COLUMNS = [
  'u.id',
  'u.kind',
  'u.username',
  'u.fullname',
  'u.email',
  'u.last_password_change as lastPasswordChange',
  'u.force_password_change as forcePasswordChange',
  'u.non_expiry_password as nonExpiryPassword',
  'u.suspended',
  'u.ldap_dn as ldapDn',
  'u.oidc_subject as oidcSubject',
] as const;

function selectDetails(db: Db) {
  return db
    .selectFrom('app_user as u')
    .select(USER_COLUMNS)
    .select((user) => [
      jsonArrayFrom(
        user
          .selectFrom('user_permission as up')
          .select('up.permission')
          .whereRef('up.user_id', '=', 'u.id')
          .orderBy('up.permission'),
      )
        .$castTo<GrantRecord[]>()
        .as('permissions'),
      jsonArrayFrom(
        user
          .selectFrom('team_member as tm')
          .innerJoin('team as t', 't.id', 'tm.team_id')
          .select(['t.uuid', 't.name', permissionsOfTeam().as('permissions')])
          .whereRef('tm.user_id', '=', 'u.id')
          .orderBy('t.name'),
      )
        .$castTo<TeamRights[]>()
        .as('teams'),
    ])
    .$narrowType<{ kind: UserKind }>();
}

export async function listUsers(db: Db, kind: UserKind): Promise<UserDetails[]> {
  return selectDetails(db).where('u.kind', '=', kind).orderBy('u.username').execute();
}

export async function findUserDetails(db: Db, userId: number): Promise<UserDetails | undefined> {
  return selectDetails(db).where('u.id', '=', userId).executeTakeFirst();
}

export async function findUser(db: Db, username: string): Promise<UserRecord | undefined> {
  return db
    .selectFrom('app_user as u')
    .select(USER_COLUMNS)
    .where('u.username', '=', username)
    .$narrowType<{ kind: UserKind }>()
    .executeTakeFirst();
}

interface SimilarName {
  readonly username: string;
  /** True if the names differ at most in case. */
  readonly isSame: boolean;
}

/**
 * Returns names of other users that may look like one of the spellings: names that differ at most in case, identical
 * ones first, and all names that are not ASCII.
 */
export async function listSimilarUsernames(
  db: Db,
  spellings: readonly string[],
  userId?: number,
): Promise<SimilarName[]> {
  const { rows } = await sql<SimilarName>`
    select u.username, lower(u.username) = any(requested.names) as "isSame"
    from app_user u, (select array(select lower(name) from unnest(${spellings}::text[]) as given (name)) as names) requested
    where (lower(u.username) = any(requested.names) or u.username ~ '[^[:ascii:]]')
      and u.id is distinct from ${userId ?? null}
    order by u.username = any(${spellings}::text[]) desc, "isSame" desc, u.username
  `.execute(db);
  return rows;
}

export async function findUserById(db: Db, userId: number): Promise<UserRecord | undefined> {
  return db
    .selectFrom('app_user as u')
    .select(USER_COLUMNS)
    .where('u.id', '=', userId)
    .$narrowType<{ kind: UserKind }>()
    .executeTakeFirst();
}

/** What sign-in needs to know about a user. */
export interface SignInRecord {
  readonly id: number;
  readonly kind: UserKind;
  readonly username: string;
  readonly passwordHash: string | null;
  readonly forcePasswordChange: boolean;
  readonly suspended: boolean;
  readonly nameConflict: boolean;
  readonly hasSecondFactor: boolean;
}

export async function findSignInRecord(db: Db, username: string): Promise<SignInRecord | undefined> {
  return selectSignInRecord(db).where('u.username', '=', username).executeTakeFirst();
}

export async function findSignInRecordById(db: Db, userId: number): Promise<SignInRecord | undefined> {
  return selectSignInRecord(db).where('u.id', '=', userId).executeTakeFirst();
}

function selectSignInRecord(db: Db) {
  return db
    .selectFrom('app_user as u')
    .select(['u.id', 'u.kind', 'u.username', 'u.password_hash as passwordHash', 'u.suspended'])
    .select(['u.force_password_change as forcePasswordChange', 'u.name_conflict as nameConflict'])
    .select(secondFactorExists().as('hasSecondFactor'))
    .$narrowType<{ kind: UserKind }>();
}

/** Subquery: whether the user `u` of the outer query has a confirmed second factor. */
export function secondFactorExists() {
  return sql<boolean>`exists (
    select from second_factor where second_factor.user_id = u.id and second_factor.confirmed_at is not null)`;
}

export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('app_user').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export interface NewUser {
  readonly kind: UserKind;
  readonly username: string;
  readonly fullname?: string;
  readonly email?: string;
  readonly passwordHash?: string;
  readonly forcePasswordChange?: boolean;
  readonly nonExpiryPassword?: boolean;
  readonly suspended?: boolean;
  readonly createdAt: Date;
}

/** Returns the id of the new user, or undefined if the name already exists. */
export async function insertUser(tx: Tx, user: NewUser): Promise<number | undefined> {
  const row = await tx
    .insertInto('app_user')
    .values({
      kind: user.kind,
      username: user.username,
      fullname: user.fullname,
      email: user.email,
      password_hash: user.passwordHash,
      force_password_change: user.forcePasswordChange,
      non_expiry_password: user.nonExpiryPassword,
      suspended: user.suspended,
      last_password_change: user.createdAt,
      created_at: user.createdAt,
    })
    .onConflict((conflict) => conflict.column('username').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

interface ProfileChanges {
  readonly fullname: string;
  readonly email: string;
  readonly forcePasswordChange?: boolean | undefined;
  readonly nonExpiryPassword?: boolean | undefined;
  readonly suspended?: boolean | undefined;
}

/** Undefined members are not changed. */
export async function updateProfile(tx: Tx, userId: number, changes: ProfileChanges): Promise<void> {
  await tx
    .updateTable('app_user')
    .set({
      fullname: changes.fullname,
      email: changes.email,
      force_password_change: changes.forcePasswordChange,
      non_expiry_password: changes.nonExpiryPassword,
      suspended: changes.suspended,
    })
    .where('id', '=', userId)
    .execute();
}

interface PasswordChange {
  readonly passwordHash: string;
  readonly changedAt: Date;
}

export async function updatePassword(tx: Tx, userId: number, change: PasswordChange): Promise<void> {
  await tx
    .updateTable('app_user')
    .set({
      password_hash: change.passwordHash,
      last_password_change: change.changedAt,
      force_password_change: false,
    })
    .where('id', '=', userId)
    .execute();
}

export async function updateUsername(tx: Tx, userId: number, username: string): Promise<void> {
  await tx.updateTable('app_user').set({ username }).where('id', '=', userId).execute();
}

export async function deleteUserById(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('app_user').where('id', '=', userId).execute();
}
