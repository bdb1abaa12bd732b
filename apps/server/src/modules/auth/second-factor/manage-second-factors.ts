import type { Proof } from '@tallyman/contract';
import type { Context } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { AccessContext } from '../access-context.ts';
import { changeAccess } from '../change-access.ts';
import { getUserOfKind } from '../get-user.ts';
import { loadThrottle } from '../load-throttle.ts';
import { requireCurrentPassword } from '../require-current-password.ts';
import { requireUser } from '../require-user.ts';
import { requireWithinPower } from '../require-within-power.ts';
import { deleteSessionsOfUser } from '../session-store.ts';
import { findUserById, type UserRecord } from '../user-store.ts';
import { replaceRecoveryCodes } from './recovery-code-store.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import {
  countAllFactors,
  deleteFactor,
  deleteFactorsOf,
  listFactors,
  lockFactorsOf,
  updateFactorName,
} from './second-factor-store.ts';
import { verifyCode } from './verify-second-factor.ts';

const MAX_FACTORS = 10;

/** Returns the calling user. Throws for LDAP and OIDC users, whose second factors are managed by their provider. */
export async function getManagedSelf(ctx: Context, principal: Principal): Promise<UserRecord> {
  const user = await findUserById(ctx.db, requireUser(principal).id);
  if (user?.kind === 'MANAGED') return user;
  throw new AppError('invalid', 'Only managed users have second factors here.');
}

export async function requirePlaceForFactor(ctx: Context, userId: number): Promise<void> {
  if ((await countAllFactors(ctx.db, userId)) < MAX_FACTORS) return;
  throw new AppError('conflict', `A user can have ${MAX_FACTORS} second factors. Remove one first.`);
}

/** Returns recovery codes with the first factor of a user, or none if the user already has codes. */
export async function issueFirstRecoveryCodes(tx: Tx, userId: number): Promise<string[]> {
  return (await listFactors(tx, userId)).length === 1 ? issueRecoveryCodes(tx, userId) : [];
}

async function issueRecoveryCodes(tx: Tx, userId: number): Promise<string[]> {
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(
    tx,
    userId,
    codes.map((code) => hashRecoveryCode(userId, code)),
  );
  return codes;
}

export async function renewRecoveryCodes(
  ctx: Context,
  principal: Principal,
  proof: Proof,
  address: string,
): Promise<string[]> {
  const user = await getManagedSelf(ctx, principal);
  await requireProof(ctx, user, proof, address);
  return inTransaction(ctx.db, async (tx) => {
    await lockFactorsOf(tx, user.id);
    if ((await listFactors(tx, user.id)).length === 0) {
      throw new AppError('conflict', 'Recovery codes come with a second factor. Set one up first.');
    }
    return issueRecoveryCodes(tx, user.id);
  });
}

/** Needs no proof: the name is for the user only. */
export async function renameSecondFactor(
  ctx: Context,
  principal: Principal,
  uuid: string,
  name: string,
): Promise<void> {
  const user = await getManagedSelf(ctx, principal);
  const isKnown = await inTransaction(ctx.db, (tx) => updateFactorName(tx, user.id, uuid, name));
  if (!isKnown) throw unknownFactor();
}

export async function removeSecondFactor(
  ctx: Context,
  principal: Principal,
  uuid: string,
  proof: Proof,
  address: string,
): Promise<void> {
  const user = await getManagedSelf(ctx, principal);
  await requireProof(ctx, user, proof, address);
  await inTransaction(ctx.db, async (tx) => {
    await lockFactorsOf(tx, user.id);
    if (!(await deleteFactor(tx, user.id, uuid))) throw unknownFactor();
    if ((await listFactors(tx, user.id)).length === 0) await replaceRecoveryCodes(tx, user.id, []);
  });
}

/** For a user who has lost all factors. Users cannot reset their own, because a stolen session could do it too. */
export async function resetSecondFactors(
  ctx: AccessContext,
  caller: Principal,
  username: string,
): Promise<void> {
  await changeAccess(ctx.db, async (tx) => {
    const user = await getUserOfKind(tx, 'MANAGED', username);
    if (caller.kind === 'user' && caller.id === user.id) {
      throw new AppError('invalid', 'Remove your own second factors one by one, with a proof.');
    }
    await requireWithinPower(ctx, tx, caller, { users: [user.id] });
    await deleteSecondFactors(tx, user.id);
    await deleteSessionsOfUser(tx, user.id);
  });
}

export async function deleteSecondFactors(tx: Tx, userId: number): Promise<void> {
  await deleteFactorsOf(tx, userId);
  await replaceRecoveryCodes(tx, userId, []);
}

/** Needs the password or a code. Failures are throttled like sign-ins. */
async function requireProof(
  ctx: Context,
  user: { readonly id: number; readonly username: string },
  { password, code }: Proof,
  address: string,
): Promise<void> {
  const { username } = user;
  if (code === undefined) return requireCurrentPassword(ctx, { username, password, address });
  const throttle = await loadThrottle(ctx, { username, address }, user);
  await throttle.refuseBlocked();
  if (await verifyCode(ctx, user.id, code)) return;
  await throttle.recordFailure();
  throw wrongCode();
}

export function wrongCode(): AppError {
  const message = 'is wrong, was already used, or has expired';
  return new AppError('invalid', `The code ${message}.`, { errors: [{ path: 'body/code', message }] });
}

export function unknownFactor(): AppError {
  return new AppError(
    'not-found',
    'The second factor does not exist. GET /api/v2/users/self/second-factors lists yours.',
  );
}
