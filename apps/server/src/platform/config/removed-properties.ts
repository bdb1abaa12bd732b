import { toKey } from './property-key.ts';

export interface RemovedProperty {
  /** Without prefix. A `*` at the end matches any suffix. */
  readonly names: readonly string[];
  /** What to do instead, as a sentence. */
  readonly replacement: string;
}

const HTTP_BUNDLE = 'Serve the bundle over HTTP(S) and set svc.vulnerability.policy.bundle.url.';

/** Contract, upgrade to v0.7.0: removed properties and their replacements. */
export const removedProperties: readonly RemovedProperty[] = [
  {
    names: [
      'vulnerability.policy.s3.access.key',
      'vulnerability.policy.s3.secret.key',
      'vulnerability.policy.s3.bucket.name',
      'vulnerability.policy.s3.bundle.name',
      'vulnerability.policy.s3.region',
    ],
    replacement: `Bundles are no longer fetched from S3. ${HTTP_BUNDLE}`,
  },
  {
    names: ['vulnerability.policy.bundle.source.type'],
    replacement: `Bundles are fetched over HTTP(S) only. ${HTTP_BUNDLE}`,
  },
  {
    names: ['vulnerability.policy.analysis.enabled'],
    replacement: 'Policies are always applied when there are any; nothing replaces it.',
  },
  {
    names: [
      'task.vulnerability.policy.fetch.lock.max.duration',
      'task.vulnerability.policy.fetch.lock.min.duration',
      'task.vulnerability.policy.bundle.fetch.lockAtMostForInMillis',
      'task.vulnerability.policy.bundle.fetch.lockAtLeastForInMillis',
      'task.vulnerability-policy-bundle-sync.lock.max.duration',
      'task.vulnerability-policy-bundle-sync.lock.min.duration',
    ],
    replacement:
      'The bundle sync needs no lock; only svc.task.vulnerability-policy-bundle-sync.cron is left to set.',
  },
  {
    names: ['kafka.*', 'api.topic.prefix'],
    replacement:
      'No message broker is needed any more; nothing replaces it. ' +
      'To deliver notifications to a broker, configure an alert with a broker publisher.',
  },
  {
    names: ['worker.threads', 'worker.thread.multiplier'],
    replacement: 'Set svc.jobs.concurrency.',
  },
  {
    names: ['bcrypt.rounds'],
    replacement: 'Passwords are hashed with argon2; nothing replaces it.',
  },
];

export interface MovedDatasource {
  readonly names: Readonly<Record<'url' | 'username' | 'password', readonly string[]>>;
  readonly replacement: string;
}

/** The name that `tallyman config check` gives to the data source of the former init task properties. */
export const INIT_TASKS_DATASOURCE = 'init-tasks';

/** Contract, upgrade to v0.7.0: the init task database settings are replaced by `init.tasks.datasource.name`. */
export const movedInitDatasource: MovedDatasource = {
  names: {
    url: ['init.tasks.database.url', 'database.migration.url'],
    username: ['init.tasks.database.username', 'database.migration.username'],
    password: ['init.tasks.database.password', 'database.migration.password'],
  },
  replacement:
    `Define a separate data source, for example svc.datasource.${INIT_TASKS_DATASOURCE}.url, .username and ` +
    `.password, and set svc.init.tasks.datasource.name=${INIT_TASKS_DATASOURCE}.`,
};

type DatasourceCredential = keyof MovedDatasource['names'];

const movedFields = new Map<string, DatasourceCredential>(
  Object.entries(movedInitDatasource.names).flatMap(([field, names]) =>
    names.map((name) => [toKey(name), field as DatasourceCredential] as const),
  ),
);

export function findMovedField(rest: string): DatasourceCredential | undefined {
  return movedFields.get(rest);
}

const exact = new Map<string, RemovedProperty>();
const families: (readonly [start: string, removed: RemovedProperty])[] = [];
for (const removed of removedProperties) {
  for (const name of removed.names) {
    if (name.endsWith('*')) families.push([`${toKey(name)}_`, removed]);
    else exact.set(toKey(name), removed);
  }
}

export function findRemoved(rest: string): RemovedProperty | undefined {
  return exact.get(rest) ?? families.find(([start]) => rest.startsWith(start))?.[1];
}

/** Environment variables without prefix may belong to other programs, so whole families do not count there. */
export function findRemovedExactly(rest: string): RemovedProperty | undefined {
  return exact.get(rest);
}
