import type { Context } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { emitEvents } from '../../notifications/emit-events.ts';
import { userCreated } from '../../notifications/user-events.ts';
import { insertMemberships } from '../membership-store.ts';
import { lockAccess } from '../permission-store.ts';
import { invalidCredentials, unmappedAccount } from '../sign-in-refusals.ts';
import { listTeamIdsByName } from '../team-store.ts';
import { findSignInRecordById, insertUser, type SignInRecord } from '../user-store.ts';
import { requireUsableUsername } from '../username-rules.ts';
import { chooseUsername } from './choose-username.ts';
import type { Identity, IdentitySource } from './identity-source.ts';
import { synchronizeTeams } from './synchronize-teams.ts';

/**
 * Returns the user of a verified identity, with the teams that the source demands. Creates the user at the first
 * sign-in if the source does so; otherwise unknown identities are refused.
 */
export async function admitIdentity(
  ctx: Context,
  source: IdentitySource<never>,
  identity: Identity,
): Promise<SignInRecord> {
  const userId = await inTransaction(ctx.db, async (tx) => {
    const known = await source.findUser(tx, identity);
    const id = known?.id ?? (await createUserOf(ctx, tx, source, identity));
    await source.recordIdentity(tx, id, identity);
    if (source.rules.synchronizesTeams) {
      await synchronizeTeams(tx, id, await source.listTeamIds(tx, identity.groups));
    }
    return id;
  });
  const user = await findSignInRecordById(ctx.db, userId);
  if (!user) throw invalidCredentials();
  return user;
}

async function createUserOf(
  ctx: Context,
  tx: Tx,
  { kind, rules, findUser }: IdentitySource<never>,
  identity: Identity,
): Promise<number> {
  if (!rules.createsUsers) throw unmappedAccount();
  const requested = requireAcceptedName(identity.username);
  await lockAccess(tx);
  // A concurrent first sign-in of the same person may have held the lock.
  const known = await findUser(tx, identity);
  if (known) return known.id;
  const { email, fullname } = identity;
  const username = await chooseUsername(tx, kind, requested);
  const user = { kind, username, ...(email ? { email } : {}), ...(fullname ? { fullname } : {}) };
  const id = await insertUser(tx, { ...user, createdAt: ctx.now() });
  if (id === undefined) throw invalidCredentials();
  if (!rules.synchronizesTeams) {
    await insertMemberships(tx, id, await listTeamIdsByName(tx, rules.defaultTeams));
  }
  await emitEvents(tx, ctx.now(), [userCreated(user)]);
  return id;
}

/** With the suffix of a conflict, the name is still within the limit of the operations. */
const MAX_NAME_LENGTH = 200;

/** The name comes from the source, so a refusal is not an error of the request. */
function requireAcceptedName(name: string): string {
  if (name.length > MAX_NAME_LENGTH) throw unmappedAccount('The name at the identity provider is too long.');
  try {
    return requireUsableUsername(name);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw unmappedAccount(`${error.message} The name comes from the identity provider.`);
  }
}
