import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { AccessContext } from './access-context.ts';
import {
  type ApiKeyRecord,
  deleteApiKey,
  findApiKey,
  insertApiKey,
  replaceApiKey,
  updateApiKeyComment,
} from './api-key-store.ts';
import { formatApiKey, hashApiKeySecret, listPublicIds, newApiKey } from './api-key-text.ts';
import { changeAccess } from './change-access.ts';
import { getTeam } from './get-team.ts';
import { requireWithinPower } from './require-within-power.ts';

/** A key with its text, which is available only now: only a hash is stored. */
export interface IssuedApiKey {
  readonly record: ApiKeyRecord;
  readonly key: string;
}

export async function issueApiKey(
  ctx: AccessContext,
  caller: Principal,
  teamUuid: string,
): Promise<IssuedApiKey> {
  const { material, key } = makeKey(ctx);
  const record = await changeAccess(ctx.db, async (tx) => {
    const team = await getTeam(tx, teamUuid);
    await requireWithinPower(ctx, tx, caller, { teams: [team.id] });
    return insertApiKey(tx, team.id, material);
  });
  return { record, key };
}

/** The old key stops working at once. Teams and comment stay. */
export async function regenerateApiKey(
  ctx: AccessContext,
  caller: Principal,
  publicIdOrKey: string,
): Promise<IssuedApiKey> {
  const { material, key } = makeKey(ctx);
  const record = await changeAccess(ctx.db, async (tx) => {
    const old = await getApiKeyInPower(ctx, tx, caller, publicIdOrKey);
    return replaceApiKey(tx, old.id, material);
  });
  return { record, key };
}

export async function commentApiKey(
  ctx: AccessContext,
  caller: Principal,
  publicIdOrKey: string,
  comment: string | null,
): Promise<ApiKeyRecord> {
  return changeAccess(ctx.db, async (tx) => {
    const { id } = await getApiKeyInPower(ctx, tx, caller, publicIdOrKey);
    return updateApiKeyComment(tx, id, comment?.trim() || null);
  });
}

export async function revokeApiKey(
  ctx: AccessContext,
  caller: Principal,
  publicIdOrKey: string,
): Promise<void> {
  await changeAccess(ctx.db, async (tx) => {
    const { id } = await getApiKeyInPower(ctx, tx, caller, publicIdOrKey);
    await deleteApiKey(tx, id);
  });
}

export async function getApiKeyInPower(
  ctx: AccessContext,
  tx: Tx,
  caller: Principal,
  publicIdOrKey: string,
): Promise<ApiKeyRecord> {
  const key = await findApiKey(tx, listPublicIds(publicIdOrKey));
  if (!key) throw unknownApiKey();
  await requireWithinPower(ctx, tx, caller, { apiKeys: [key.id] });
  return key;
}

export function makeKey(ctx: Context) {
  const parts = newApiKey();
  const secretHash = hashApiKeySecret(parts.secret);
  const material = { publicId: parts.publicId, secretHash, createdAt: ctx.now() };
  return { material, key: formatApiKey(ctx.config['svc.api-key.prefix'], parts) };
}

/** Does not repeat the request, which may contain a whole key. */
export function unknownApiKey(): AppError {
  return new AppError(
    'not-found',
    'The API key does not exist. GET /api/v1/team lists the keys of the teams.',
  );
}
