import type { Db, Tx } from '../../../platform/db/database.ts';

/** Challenges expire after this time. */
export const CHALLENGE_MS = 300_000;

type Purpose = 'ENROL' | 'SIGN_IN';

export interface Challenge {
  readonly uuid: string;
  readonly userId: number;
  readonly challenge: string;
  readonly rpId: string;
  /** Hash that the password was verified against when the sign-in began. */
  readonly passwordHash: string | null;
}

export async function insertChallenge(
  tx: Tx,
  { uuid, userId, challenge, rpId, passwordHash }: Challenge,
  purpose: Purpose,
  expiresAt: Date,
): Promise<void> {
  await tx
    .insertInto('second_factor_challenge')
    .values({
      ...{ uuid, user_id: userId, purpose, challenge },
      ...{ rp_id: rpId, password_hash: passwordHash, expires_at: expiresAt },
    })
    .execute();
}

const COLUMNS = [
  'uuid',
  'user_id as userId',
  'challenge',
  'rp_id as rpId',
  'password_hash as passwordHash',
] as const;

export async function findChallenge(
  db: Db,
  uuid: string,
  purpose: Purpose,
  now: Date,
): Promise<Challenge | undefined> {
  return db
    .selectFrom('second_factor_challenge')
    .select(COLUMNS)
    .where('uuid', '=', uuid)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Deletes a challenge, because it can be answered only once. Returns false if another request has answered it. */
export async function consumeChallenge(tx: Tx, uuid: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('second_factor_challenge')
    .where('uuid', '=', uuid)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

export async function deleteExpiredChallenges(tx: Tx, now: Date): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('second_factor_challenge')
    .where('expires_at', '<=', now)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
