import type { KeyAnswer, RequiredSecondFactor } from '@tallyman/contract';
import type { Context } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { newRandomUuid } from '../../../platform/ids.ts';
import type { SignInRecord } from '../user-store.ts';
import {
  CHALLENGE_MS,
  type Challenge,
  consumeChallenge,
  findChallenge,
  insertChallenge,
} from './challenge-store.ts';
import { listFactors, listWebAuthns } from './second-factor-store.ts';
import { verifyWebAuthn } from './verify-second-factor.ts';
import { createAssertionOptions } from './webauthn.ts';

/** Starts the second step of a sign-in. The options are absent if no key of the user belongs to the domain. */
export async function issueChallenge(
  ctx: Context,
  user: SignInRecord,
  rpId: string,
): Promise<RequiredSecondFactor> {
  const kinds = [...new Set((await listFactors(ctx.db, user.id)).map(({ kind }) => kind))];
  const keys = (await listWebAuthns(ctx.db, user.id)).filter((key) => key.rpId === rpId);
  const options = keys.length > 0 ? await createAssertionOptions(rpId, keys) : undefined;
  const begun: Challenge = {
    uuid: newRandomUuid(),
    userId: user.id,
    challenge: options?.challenge ?? '',
    rpId,
    passwordHash: user.passwordHash,
  };
  const expiresAt = new Date(ctx.now().getTime() + CHALLENGE_MS);
  await inTransaction(ctx.db, (tx) => insertChallenge(tx, begun, 'SIGN_IN', expiresAt));
  return { challengeId: begun.uuid, kinds, ...(options ? { options } : {}) };
}

/** Returns true if a key of the user signed the challenge, which was issued for the present password. */
export async function verifyKeyAnswer(
  ctx: Context,
  user: SignInRecord,
  { challengeId, response }: KeyAnswer,
): Promise<boolean> {
  const begun = await findChallenge(ctx.db, challengeId, 'SIGN_IN', ctx.now());
  if (begun?.userId !== user.id || begun.passwordHash !== user.passwordHash) return false;
  if (!(await inTransaction(ctx.db, (tx) => consumeChallenge(tx, begun.uuid)))) return false;
  return verifyWebAuthn(ctx, user.id, begun.challenge, response);
}
