import type { WebAuthnRegistration } from '@tallyman/contract';
import type { Context } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { newRandomUuid } from '../../../platform/ids.ts';
import { requireCurrentPassword } from '../require-current-password.ts';
import { CHALLENGE_MS, consumeChallenge, findChallenge, insertChallenge } from './challenge-store.ts';
import {
  getManagedSelf,
  issueFirstRecoveryCodes,
  requirePlaceForFactor,
  unknownFactor,
  wrongCode,
} from './manage-second-factors.ts';
import {
  confirmFactor,
  insertTotp,
  insertWebAuthn,
  listTotps,
  listWebAuthns,
  lockFactorsOf,
} from './second-factor-store.ts';
import { newTotpSecret, toBase32, toOtpauthUri } from './totp.ts';
import { acceptTotp, totpPurpose } from './verify-second-factor.ts';
import { createRegistrationOptions, verifyRegistration } from './webauthn.ts';

interface Enrolment {
  readonly password: string;
  readonly address: string;
}

/** Registers an authenticator app. It becomes a factor when it is confirmed. */
export async function startTotp(
  ctx: Context,
  principal: Principal,
  { name, password, address }: Enrolment & { readonly name: string },
): Promise<{ uuid: string; secret: string; uri: string }> {
  const user = await getManagedSelf(ctx, principal);
  await requireCurrentPassword(ctx, { username: user.username, password, address });
  await requirePlaceForFactor(ctx, user.id);
  const secret = newTotpSecret();
  const uuid = newRandomUuid();
  const sealed = await ctx.secrets.seal(totpPurpose(uuid), secret.toString('base64'));
  await inTransaction(ctx.db, (tx) =>
    insertTotp(tx, { uuid, userId: user.id, name: name.trim(), createdAt: ctx.now() }, sealed),
  );
  return { uuid, secret: toBase32(secret), uri: toOtpauthUri(secret, 'Tallyman', user.username) };
}

/** The first code proves that the app has the secret. Returns recovery codes if it is the first factor. */
export async function confirmTotp(
  ctx: Context,
  principal: Principal,
  uuid: string,
  code: string,
): Promise<string[]> {
  const user = await getManagedSelf(ctx, principal);
  const pending = (await listTotps(ctx.db, user.id, 'pending')).find(
    (totp) => totp.uuid === uuid.toLowerCase(),
  );
  if (!pending) throw unknownFactor();
  if (!(await acceptTotp(ctx, pending, code.replaceAll(/\s/g, '')))) throw wrongCode();
  return inTransaction(ctx.db, async (tx) => {
    await lockFactorsOf(tx, user.id);
    await confirmFactor(tx, pending.id, ctx.now());
    return issueFirstRecoveryCodes(tx, user.id);
  });
}

export async function startWebAuthn(
  ctx: Context,
  principal: Principal,
  rpId: string,
  { password, address }: Enrolment,
) {
  const user = await getManagedSelf(ctx, principal);
  await requireCurrentPassword(ctx, { username: user.username, password, address });
  await requirePlaceForFactor(ctx, user.id);
  const options = await createRegistrationOptions(user, rpId, await listWebAuthns(ctx.db, user.id));
  const { challenge } = options;
  const begun = { uuid: newRandomUuid(), userId: user.id, challenge, rpId, passwordHash: null };
  const expiresAt = new Date(ctx.now().getTime() + CHALLENGE_MS);
  await inTransaction(ctx.db, (tx) => insertChallenge(tx, begun, 'ENROL', expiresAt));
  return { challenge_id: begun.uuid, options };
}

export async function addWebAuthn(
  ctx: Context,
  principal: Principal,
  given: { readonly challengeId: string; readonly name: string; readonly response: WebAuthnRegistration },
): Promise<{ uuid: string; recovery_codes: string[] }> {
  const user = await getManagedSelf(ctx, principal);
  const begun = await findChallenge(ctx.db, given.challengeId, 'ENROL', ctx.now());
  if (begun?.userId !== user.id) throw challengeOver();
  const credential = await verifyRegistration(given.response, begun);
  return inTransaction(ctx.db, async (tx) => {
    await lockFactorsOf(tx, user.id);
    if (!(await consumeChallenge(tx, begun.uuid))) throw challengeOver();
    const uuid = newRandomUuid();
    const factor = { uuid, userId: user.id, name: given.name.trim(), createdAt: ctx.now() };
    if (!(await insertWebAuthn(tx, factor, credential))) {
      throw new AppError('conflict', 'This security key is already registered.');
    }
    return { uuid, recovery_codes: await issueFirstRecoveryCodes(tx, user.id) };
  });
}

function challengeOver(): AppError {
  return new AppError(
    'invalid',
    'The challenge is unknown, has expired or was already answered. Start again.',
    {
      errors: [{ path: 'body/challenge_id', message: 'is not an open challenge' }],
    },
  );
}
