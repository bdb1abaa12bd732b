import type { Config } from '../platform/config/load-config.ts';
import type { Context } from '../platform/context.ts';
import { clientConfig, connect } from '../platform/db/connect.ts';
import { listPendingMigrations } from '../platform/db/migrate.ts';
import { StartError } from '../platform/errors.ts';
import { jobCatalog } from '../platform/jobs/catalog.ts';
import { createJobs } from '../platform/jobs/create-jobs.ts';
import type { Log } from '../platform/log/create-log.ts';
import { openSecrets } from '../platform/secrets/open-secrets.ts';
import { ClosingStack } from './closing-stack.ts';
import { openDatabase } from './open-database.ts';
import { reachDatabase } from './reach-database.ts';

/** Runs `work` with a context on the database of the service, besides its nodes, and releases all resources. */
export async function withContext<T>(
  config: Config,
  log: Log,
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  const closing = new ClosingStack();
  try {
    return await work(await openContext(config, log, closing));
  } finally {
    await closing.close();
  }
}

async function openContext(config: Config, log: Log, closing: ClosingStack): Promise<Context> {
  const database = await openDatabase(config, log, (reason) => log.error(reason));
  closing.add('database', () => database.close());
  const connection = connect(database.settings, log);
  closing.add('database connections', () => connection.close());
  await reachDatabase(connection.db, database.settings.url);
  if ((await listPendingMigrations(clientConfig(database.settings))).length > 0) {
    throw new StartError(
      `The database of the service (${database.description}) is not ready: start the service of this release once.`,
    );
  }
  const jobs = createJobs({ catalog: jobCatalog, connection: database.settings, log });
  closing.add('job queue', () => jobs.stop());
  await jobs.start();
  // The nodes would not have a key that is created here.
  const withoutNewKey = { ...config, 'svc.secret-management.database.kek-keyset.create-if-missing': false };
  const secrets = await openSecrets(withoutNewKey, connection.db, log);
  return { db: connection.db, jobs, config, secrets, log, now: () => new Date() };
}
