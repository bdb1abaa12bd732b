import { permissionNames } from '@tallyman/contract';
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts';
import { StartError } from '../../platform/errors.ts';
import { newUuid } from '../../platform/ids.ts';
import { ADMINISTRATORS, defaultTeams } from './default-teams.ts';
import { generatePassword } from './generate-password.ts';
import { insertMemberships } from './membership-store.ts';
import { hashPassword } from './password-hash.ts';
import { findPasswordProblem } from './password-rules.ts';
import { insertGrants, lockAccess } from './permission-store.ts';
import { insertTeams } from './team-store.ts';
import { hasUsers, insertUser } from './user-store.ts';

/** Name of the first administrator. */
export const ADMIN = 'admin';

interface FirstAdministrator {
  /** Generated if absent. */
  readonly password?: string | undefined;
  readonly passwordMinLength: number;
}

interface SeededAuth {
  /** Present only if the password was generated and stored by this node. */
  readonly generatedAdminPassword?: string;
}

/**
 * Creates the default teams and the user `admin` if there are no users yet. The password does not have to be changed
 * at the first sign-in, because it is either random or was chosen by the operator.
 */
export async function seedAuth(db: Db, first: FirstAdministrator): Promise<SeededAuth> {
  if (await hasUsers(db)) return {};
  const password = first.password ? requireConfiguredPassword(first) : generatePassword();
  const passwordHash = await hashPassword(password);
  const seeded = await inTransaction(db, async (tx) => {
    await lockAccess(tx);
    if (await hasUsers(tx)) return false;
    await seed(tx, passwordHash);
    return true;
  });
  return seeded && !first.password ? { generatedAdminPassword: password } : {};
}

function requireConfiguredPassword({ password = '', passwordMinLength }: FirstAdministrator): string {
  const problem = findPasswordProblem({ username: ADMIN, password, minLength: passwordMinLength });
  if (!problem) return password;
  throw new StartError(
    `The password in svc.init.admin.password ${problem}. Set another one, or remove the property to generate one.`,
  );
}

async function seed(tx: Tx, passwordHash: string): Promise<void> {
  const teamIds = await insertTeams(
    tx,
    defaultTeams.map(({ name }) => ({ uuid: newUuid(), name })),
  );
  for (const { name, permissions } of defaultTeams) {
    const id = teamIds.get(name);
    if (id !== undefined) await insertGrants(tx, { kind: 'team', id }, permissions);
  }
  const adminId = await insertUser(tx, {
    kind: 'MANAGED',
    username: ADMIN,
    fullname: 'Administrator',
    email: 'admin@localhost',
    passwordHash,
    createdAt: new Date(),
  });
  const administrators = teamIds.get(ADMINISTRATORS);
  if (adminId === undefined) return;
  await insertGrants(tx, { kind: 'user', id: adminId }, permissionNames);
  if (administrators !== undefined) await insertMemberships(tx, adminId, [administrators]);
}
