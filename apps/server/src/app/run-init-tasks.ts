import { seedPublishers } from '../modules/alerts/seed-publishers.ts';
import { isAdminPasswordIgnored } from '../modules/auth/is-admin-password-ignored.ts';
import { seedAuth } from '../modules/auth/seed-auth.ts';
import { seedLicenses } from '../modules/licenses/seed-licenses.ts';
import { type ConnectionSettings, clientConfig, connect } from '../platform/db/connect.ts';
import type { Db } from '../platform/db/database.ts';
import { migrate } from '../platform/db/migrate.ts';
import { migrateJobs } from '../platform/jobs/migrate-jobs.ts';
import type { Log } from '../platform/log/create-log.ts';
import { reachDatabase } from './reach-database.ts';

interface InitTasks {
  readonly connection: ConnectionSettings;
  /** Of the first administrator; one is made up when it is not given. */
  readonly adminPassword?: string | undefined;
  readonly passwordMinLength: number;
  /** Told the password that was made up, on the first start, as soon as it is valid. */
  readonly onAdminPassword?: (password: string) => void;
  readonly log: Log;
  readonly onTask?: (task: string, state: 'STARTED' | 'COMPLETED' | 'FAILED') => void;
}

/** What must be done before the service serves: schema, job tables, first users. Safe on several nodes at once. */
export async function runInitTasks(init: InitTasks): Promise<void> {
  const settings = { ...init.connection, applicationName: 'tallyman-init', pool: smallPool };
  const connection = connect(settings, init.log);
  const track = trackTasks(init.onTask);
  try {
    await reachDatabase(connection.db, settings.url);
    await track('database-migration', () => migrate(clientConfig(settings), init.log));
    await track('job-queue-migration', () => migrateJobs(clientConfig(settings), init.log));
    await track('license-seeding', () => seedLicenses(connection.db));
    await track('publisher-seeding', () => seedPublishers(connection.db));
    const first = { password: init.adminPassword, passwordMinLength: init.passwordMinLength };
    const seeded = await track('database-seeding', () => seedAuth(connection.db, first));
    if (seeded.generatedAdminPassword) init.onAdminPassword?.(seeded.generatedAdminPassword);
    await warnIfIgnored(connection.db, init);
  } finally {
    await connection.close();
  }
}

async function warnIfIgnored(db: Db, { adminPassword, log }: InitTasks): Promise<void> {
  if (!adminPassword || !(await isAdminPasswordIgnored(db, adminPassword))) return;
  log.warn(
    'svc.init.admin.password has no effect: it counts on the very first start only, and the user admin has ' +
      'another password. Remove the property, or run "tallyman admin reset-password".',
  );
}

const smallPool = { enabled: true, maxSize: 2, minIdle: 0, idleTimeoutMs: 1_000, maxLifetimeMs: 60_000 };

function trackTasks(onTask: InitTasks['onTask']) {
  return async <T>(task: string, work: () => Promise<T>): Promise<T> => {
    onTask?.(task, 'STARTED');
    try {
      const result = await work();
      onTask?.(task, 'COMPLETED');
      return result;
    } catch (error) {
      onTask?.(task, 'FAILED');
      throw error;
    }
  };
}
