import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import {
  type ApiKeyRecord,
  deleteApiKey,
  findApiKey,
  insertApiKey,
  replaceApiKey,
  updateApiKeyComment,
} from './api-key-store.ts';
import { formatApiKey, hashApiKeySecret, newApiKey, publicIdsOf } from './api-key-text.ts';
import { changeAccess } from './change-access.ts';
import { getTeam } from './get-team.ts';
import { requireMayGive } from './may-give.ts';
import { listPermissionsOfApiKey, listPermissionsOfTeams } from './permission-store.ts';

/** A key together with its text, which is known only now: what is stored cannot be turned back into it. */
export interface IssuedApiKey {
  readonly record: ApiKeyRecord;
  readonly key: string;
}

export async function issueApiKey(ctx: Context, caller: Principal, teamUuid: string): Promise<IssuedApiKey> {
  const { material, key } = makeKey(ctx);
  const record = await changeAccess(ctx.db, async (tx) => {
    const team = await getTeam(tx, teamUuid);
    requireMayGive(caller, await listPermissionsOfTeams(tx, [team.id]));
    return insertApiKey(tx, team.id, material);
  });
  return { record, key };
}

/** The old key stops working at once; teams and comment stay. */
export async function regenerateApiKey(
  ctx: Context,
  caller: Principal,
  publicIdOrKey: string,
): Promise<IssuedApiKey> {
  const { material, key } = makeKey(ctx);
  const record = await changeAccess(ctx.db, async (tx) => {
    const old = await findApiKey(tx, publicIdsOf(publicIdOrKey));
    if (!old) return undefined;
    requireMayGive(caller, await listPermissionsOfApiKey(tx, old.id));
    return replaceApiKey(tx, old.id, material);
  });
  if (!record) throw unknownApiKey();
  return { record, key };
}

export async function commentApiKey(
  ctx: Context,
  publicIdOrKey: string,
  comment: string | null,
): Promise<ApiKeyRecord> {
  const text = comment?.trim() || null;
  const record = await inTransaction(ctx.db, (tx) =>
    updateApiKeyComment(tx, publicIdsOf(publicIdOrKey), text),
  );
  if (!record) throw unknownApiKey();
  return record;
}

export async function revokeApiKey(ctx: Context, publicIdOrKey: string): Promise<void> {
  const deleted = await inTransaction(ctx.db, (tx) => deleteApiKey(tx, publicIdsOf(publicIdOrKey)));
  if (!deleted) throw unknownApiKey();
}

function makeKey(ctx: Context) {
  const parts = newApiKey();
  const secretHash = hashApiKeySecret(parts.secret);
  const material = { publicId: parts.publicId, secretHash, createdAt: ctx.now() };
  return { material, key: formatApiKey(ctx.config['svc.api-key.prefix'], parts) };
}

/** What was sent may be a whole key: it is not repeated. */
function unknownApiKey(): AppError {
  return new AppError('not-found', 'There is no such API key. GET /api/v1/team lists the keys of the teams.');
}
