import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';

/** The session at an OpenID Connect provider. */
export interface ProviderSession {
  readonly issuer: string;
  readonly sid: string | undefined;
}

interface NewSession {
  readonly tokenHash: Buffer;
  readonly userId: number;
  /** Hash that the password was verified against. */
  readonly passwordHash: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly provider?: ProviderSession | undefined;
}

/**
 * Returns false if the user was suspended or deleted, or the password changed or must be changed, since the
 * credentials were verified. The row lock makes concurrent changes of the user wait, so that they end this session
 * too.
 */
export async function insertSession(tx: Tx, session: NewSession): Promise<boolean> {
  const result = await sql`
    insert into user_session (token_hash, user_id, created_at, expires_at, oidc_issuer, oidc_sid)
    select ${session.tokenHash}, u.id, ${session.createdAt}, ${session.expiresAt},
      ${session.provider?.issuer ?? null}, ${session.provider?.sid ?? null}
    from app_user u
    where u.id = ${session.userId}
      and u.password_hash is not distinct from ${session.passwordHash}
      and not u.suspended
      and not u.force_password_change
    for share of u
  `.execute(tx);
  return result.numAffectedRows === 1n;
}

export async function deleteSession(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx.deleteFrom('user_session').where('token_hash', '=', tokenHash).execute();
}

export async function deleteSessionsOfUser(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('user_session').where('user_id', '=', userId).execute();
}

/** Returns the issuer of the provider that the user of the session signed in with. */
export async function findIssuerOfSession(db: Db, tokenHash: Buffer): Promise<string | undefined> {
  const row = await db
    .selectFrom('user_session')
    .select('oidc_issuer')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row?.oidc_issuer ?? undefined;
}

interface EndedAtProvider {
  readonly issuer: string;
  readonly sub: string | undefined;
  readonly sid: string | undefined;
  readonly until: Date;
}

/**
 * Deletes the sessions with this `sid`, or without one all sessions of the subject, if they began until then. Sessions whose
 * `sid` is not known end with the subject. Returns the names of the users.
 */
export async function deleteProviderSessions(
  tx: Tx,
  { issuer, sub = '', sid, until }: EndedAtProvider,
): Promise<string[]> {
  const { rows } = await sql<{ username: string }>`
    delete from user_session s using app_user u
    where s.user_id = u.id and s.oidc_issuer = ${issuer} and s.created_at <= ${until}
      and (s.oidc_sid = ${sid ?? null} or
        (u.oidc_subject = ${sub} and (s.oidc_sid is null or ${sid === undefined})))
    returning u.username
  `.execute(tx);
  return [...new Set(rows.map((row) => row.username))];
}

export async function deleteExpiredSessions(tx: Tx, now: Date): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('user_session')
    .where('expires_at', '<=', now)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

interface Use<Id> {
  readonly id: Id;
  readonly at: Date;
}

export async function recordSessionUse(tx: Tx, uses: readonly Use<Buffer>[]): Promise<void> {
  await sql`
    update user_session s set last_used_at = used.at
    from unnest(${uses.map((use) => use.id)}::bytea[], ${uses.map((use) => use.at)}::timestamptz[]) as used (id, at)
    where s.token_hash = used.id
  `.execute(tx);
}

export async function recordApiKeyUse(tx: Tx, uses: readonly Use<number>[]): Promise<void> {
  await sql`
    update api_key k set last_used_at = used.at
    from unnest(${uses.map((use) => use.id)}::bigint[], ${uses.map((use) => use.at)}::timestamptz[]) as used (id, at)
    where k.id = used.id
  `.execute(tx);
}
