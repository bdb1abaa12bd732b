import type { Config } from './config/load-config.ts';
import type { Db } from './db/database.ts';
import type { Jobs } from './jobs/create-jobs.ts';
import type { Log } from './log/create-log.ts';
import type { Secrets } from './secrets/secrets.ts';

/** Dependencies with side effects, built once. The first parameter of every use-case. */
export interface Context {
  readonly db: Db;
  readonly jobs: Jobs;
  readonly config: Config;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly now: () => Date;
}
