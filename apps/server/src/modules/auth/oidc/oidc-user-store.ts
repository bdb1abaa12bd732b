import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { Identity } from '../identity-sources/identity-source.ts';
import { subjectChanged } from '../sign-in-refusals.ts';

interface Account {
  readonly issuer: string;
  /** Users without an issuer were created by administrators or migrated. They belong to the main provider. */
  readonly isMain: boolean;
}

/**
 * Returns the user of the subject. Otherwise the user of the name, if an administrator created it and it never signed in.
 * Throws if the name belongs to another subject of the same provider.
 */
export async function findOidcUser(
  db: Db,
  { subject, username }: Identity,
  { issuer, isMain }: Account,
): Promise<{ id: number } | undefined> {
  const { rows } = await sql<{ id: number; subject: string | null }>`
    select id, oidc_subject as subject from app_user
    where kind = 'OIDC' and (oidc_subject = ${subject} or username = ${username})
      and (oidc_issuer = ${issuer} or (oidc_issuer is null and ${isMain}))
    order by oidc_subject = ${subject} desc nulls last, oidc_issuer nulls last, id
    limit 1
  `.execute(db);
  const [user] = rows;
  if (user && user.subject !== null && user.subject !== subject) throw subjectChanged();
  return user && { id: user.id };
}

/** Pins subject and issuer at the first sign-in. */
export async function recordOidcIdentity(
  tx: Tx,
  userId: number,
  { subject, email, fullname }: Identity,
  issuer: string,
): Promise<void> {
  await sql`
    update app_user u set oidc_subject = given.subject, oidc_issuer = given.issuer,
      email = coalesce(given.email, u.email), fullname = coalesce(given.fullname, u.fullname)
    from (select ${subject}::text as subject, ${issuer}::text as issuer, ${email ?? null}::text as email,
      ${fullname ?? null}::text as fullname) given
    where u.id = ${userId}
      and (u.oidc_subject, u.oidc_issuer, u.email, u.fullname) is distinct from
        (given.subject, given.issuer, coalesce(given.email, u.email), coalesce(given.fullname, u.fullname))
  `.execute(tx);
}

export async function listTeamIdsOfGroups(db: Db, groups: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct m.team_id as id from oidc_group_mapping m join oidc_group g on g.id = m.group_id
    where g.name = any(${groups}::text[])
  `.execute(db);
  return rows.map((row) => row.id);
}
