import type { ApiKeyPatch, NewApiKey } from '@tallyman/contract';
import type { Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { AccessContext } from './access-context.ts';
import {
  copyTeamsOfKey,
  insertApiKey,
  listManagedApiKeys,
  replaceProjectsOfKey,
  updateApiKeyComment,
  updateApiKeyExpiry,
} from './api-key-store.ts';
import { changeAccess } from './change-access.ts';
import { getTeam } from './get-team.ts';
import { type FullApiKey, getFullApiKey } from './list-api-keys.ts';
import { getApiKeyInPower, makeKey } from './manage-api-keys.ts';
import { requireWithinPower } from './require-within-power.ts';

/** A key with its text, which is available only now: only a hash is stored. */
export interface IssuedFullApiKey {
  readonly record: FullApiKey;
  readonly key: string;
}

export async function issueLimitedApiKey(
  ctx: AccessContext,
  caller: Principal,
  teamUuid: string,
  { comment, expires_at, projects }: NewApiKey,
): Promise<IssuedFullApiKey> {
  const expiresAt = toExpiry(ctx, expires_at);
  const { material, key } = makeKey(ctx);
  const { id } = await changeAccess(ctx.db, async (tx) => {
    const team = await getTeam(tx, teamUuid);
    await requireWithinPower(ctx, tx, caller, { teams: [team.id] });
    const inserted = await insertApiKey(tx, team.id, {
      ...material,
      expiresAt,
      comment: comment?.trim() || null,
    });
    if (projects) await limitToProjects(ctx, tx, caller, inserted.id, projects);
    return inserted;
  });
  return { record: await getFullApiKey(ctx, id), key };
}

export async function updateApiKey(
  ctx: AccessContext,
  caller: Principal,
  publicId: string,
  patch: ApiKeyPatch,
): Promise<FullApiKey> {
  const { comment, expires_at, projects } = patch;
  const expiresAt = expires_at === undefined ? undefined : toExpiry(ctx, expires_at);
  const { id } = await changeAccess(ctx.db, async (tx) => {
    const key = await getApiKeyInPower(ctx, tx, caller, publicId);
    if (comment !== undefined) await updateApiKeyComment(tx, key.id, comment?.trim() || null);
    if (expiresAt !== undefined) await updateApiKeyExpiry(tx, key.id, expiresAt);
    if (projects !== undefined) await limitToProjects(ctx, tx, caller, key.id, projects);
    return key;
  });
  return getFullApiKey(ctx, id);
}

const HOUR_MS = 3_600_000;

/** The successor lives as long as the old key did. The old key works until the end of the overlap. */
export async function rotateApiKey(
  ctx: AccessContext,
  caller: Principal,
  publicId: string,
  overlapHours: number,
): Promise<IssuedFullApiKey> {
  const { material, key } = makeKey(ctx);
  const { id } = await changeAccess(ctx.db, async (tx) => {
    const { id: oldId } = await getApiKeyInPower(ctx, tx, caller, publicId);
    const [old] = await listManagedApiKeys(tx, { id: oldId });
    const [team] = old?.teams ?? [];
    if (!old || !team)
      throw new AppError('conflict', 'The API key belongs to no team. Create a new one instead.');
    const { id: teamId } = await getTeam(tx, team.uuid);
    const lifetime = old.expiresAt && old.expiresAt.getTime() - old.createdAt.getTime();
    const expiresAt = lifetime === null ? null : new Date(material.createdAt.getTime() + lifetime);
    const successor = await insertApiKey(tx, teamId, { ...material, expiresAt, comment: old.comment });
    await copyTeamsOfKey(tx, old.id, successor.id);
    if (old.isLimited) await replaceProjectsOfKey(tx, successor.id, old.projectIds);
    const overlapEnd = new Date(material.createdAt.getTime() + overlapHours * HOUR_MS);
    if (!old.expiresAt || overlapEnd < old.expiresAt) await updateApiKeyExpiry(tx, old.id, overlapEnd);
    return successor;
  });
  return { record: await getFullApiKey(ctx, id), key };
}

async function limitToProjects(
  ctx: AccessContext,
  tx: Tx,
  caller: Principal,
  keyId: number,
  uuids: readonly string[] | null,
): Promise<void> {
  const ids = uuids && (await ctx.visibility.getProjectIds(tx, caller, [...new Set(uuids)]));
  await replaceProjectsOfKey(tx, keyId, ids);
}

const LATEST_EXPIRY = Date.UTC(9999, 0);

function toExpiry(ctx: AccessContext, time: number | null | undefined): Date | null {
  if (time === null || time === undefined) return null;
  if (time > ctx.now().getTime() && time < LATEST_EXPIRY) return new Date(time);
  throw new AppError(
    'invalid',
    'The expiry of the API key must be in the future, in UTC epoch milliseconds.',
    {
      errors: [{ path: 'body/expires_at', message: 'must be in the future' }],
    },
  );
}
