import type { WebAuthnAssertion } from '@tallyman/contract';
import type { Context } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { consumeRecoveryCode } from './recovery-code-store.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import {
  claimStep,
  listTotps,
  listWebAuthns,
  recordAssertion,
  resealTotp,
  type TotpRecord,
} from './second-factor-store.ts';
import { findStep } from './totp.ts';
import { verifyAssertion } from './webauthn.ts';

/** Returns true if the code of an authenticator app or the recovery code is right, and marks it as used. */
export async function verifyCode(ctx: Context, userId: number, code: string): Promise<boolean> {
  const plain = code.replaceAll(/\s/g, '');
  if (/^\d{6}$/.test(plain)) return verifyTotp(ctx, userId, plain);
  return inTransaction(ctx.db, (tx) =>
    consumeRecoveryCode(tx, userId, hashRecoveryCode(userId, plain), ctx.now()),
  );
}

async function verifyTotp(ctx: Context, userId: number, code: string): Promise<boolean> {
  for (const totp of await listTotps(ctx.db, userId, 'confirmed')) {
    if (await acceptTotp(ctx, totp, code)) return true;
  }
  return false;
}

/** Accepts each code once, so that an intercepted code is useless. */
export async function acceptTotp(ctx: Context, totp: TotpRecord, code: string): Promise<boolean> {
  const purpose = totpPurpose(totp.uuid);
  const secret = await ctx.secrets.unseal(purpose, totp);
  const step = findStep(Buffer.from(secret, 'base64'), code, ctx.now());
  if (step === undefined) return false;
  const sealed = await ctx.secrets.seal(purpose, secret);
  return inTransaction(ctx.db, async (tx) => {
    const isFirst = await claimStep(tx, totp.id, step, ctx.now());
    // After a change of the master key, secrets are encrypted with the new key at their next use.
    if (isFirst && sealed.keyId !== totp.keyId) await resealTotp(tx, totp.id, sealed);
    return isFirst;
  });
}

/** Binds an encrypted secret to its factor, so that it cannot be used for another one. */
export function totpPurpose(uuid: string): string {
  return `totp:${uuid}`;
}

export async function verifyWebAuthn(
  ctx: Context,
  userId: number,
  challenge: string,
  answer: WebAuthnAssertion,
): Promise<boolean> {
  const credential = (await listWebAuthns(ctx.db, userId)).find(
    ({ credentialId }) => credentialId === answer.id,
  );
  if (!credential) return false;
  const signCount = await verifyAssertion(answer, { challenge }, credential);
  if (signCount === undefined) return false;
  await inTransaction(ctx.db, (tx) => recordAssertion(tx, credential.id, signCount, ctx.now()));
  return true;
}
