import { type PasswordReset, resetPassword } from '../modules/auth/reset-password.ts';
import { loadConfig } from '../platform/config/load-config.ts';
import { clientConfig, connect } from '../platform/db/connect.ts';
import { listPendingMigrations } from '../platform/db/migrate.ts';
import { StartError } from '../platform/errors.ts';
import { createLog } from '../platform/log/create-log.ts';
import { ClosingStack } from './closing-stack.ts';
import { openDatabaseBeside } from './open-database.ts';
import { reachDatabase } from './reach-database.ts';

export type { PasswordReset } from '../modules/auth/reset-password.ts';

interface ResetOptions {
  /** Arguments of the service: where its database is. */
  readonly argv: readonly string[];
  readonly username: string;
  /** One is generated when it is not given. */
  readonly password?: string | undefined;
}

/** Resets a password on the machine of the service, whether the service runs or not. */
export async function resetAdminPassword({ argv, username, password }: ResetOptions): Promise<PasswordReset> {
  const { config } = loadConfig({ argv: [...argv], env: process.env, cwd: process.cwd() });
  const log = createLog({ levels: { root: 'error' }, format: 'text', destination: process.stderr });
  const closing = new ClosingStack();
  try {
    const database = await openDatabaseBeside(config, log);
    closing.add('database', () => database.close());
    const { db, close } = connect(database.settings, log);
    closing.add('database connections', close);
    await reachDatabase(db, database.settings.url);
    if ((await listPendingMigrations(clientConfig(database.settings))).length > 0) {
      throw new StartError(
        `The database of the service (${database.description}) is not ready: start the service of this release once.`,
      );
    }
    return await resetPassword({ db, config, now: () => new Date() }, username, password);
  } finally {
    await closing.close();
  }
}
