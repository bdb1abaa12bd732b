import { property } from '../property.ts';
import { boolean, directory, integer, milliseconds, oneOf, port, secretText, text } from '../value-types.ts';

export const generalProperties = {
  'svc.data.directory': property(directory, {
    default: './data',
    carriedOver: true,
    description:
      'Directory for the files of the service, including the embedded PostgreSQL. ' +
      'Relative to the directory in which the service was started; `~` is the home directory.',
  }),
  'svc.config.profile': property(oneOf(['all', 'web', 'worker']), {
    default: 'all',
    description:
      'Role of this node: `web` serves the API, `worker` runs jobs and schedules, `all` does both. ' +
      'Any number of nodes may share one PostgreSQL.',
  }),
  'svc.shutdown.timeout-ms': property(milliseconds(0), {
    default: 30_000,
    description: 'Time that running requests and jobs get to finish when the service stops.',
  }),
  'svc.jobs.concurrency': property(integer(1, 256, 4), {
    default: 4,
    description: 'How many jobs of one kind this node runs at the same time.',
  }),
  'svc.jobs.lock-timeout-ms': property(milliseconds(0), {
    default: 0,
    description:
      'Time for which a job waits for a lock in the database before it is retried. `0` waits without limit.',
  }),
  'svc.jobs.statement-timeout-ms': property(milliseconds(0), {
    default: 0,
    description:
      'Time after which a statement of a job is cancelled and the job is retried. `0` waits without limit.',
  }),
  'svc.jobs.heartbeat-seconds': property(integer(1, 300, 10), {
    default: 10,
    description:
      'Seconds without a heartbeat after which another node recovers the jobs of a node. ' +
      'A higher value tolerates longer pauses and recovers later.',
  }),
  'svc.vulnerability.policy.evaluation.timeout-ms': property(milliseconds(0), {
    default: 20_000,
    description:
      'Time limit for a dry run of a vulnerability policy. After it, no further project is evaluated. The response has the number of evaluated projects.',
  }),
};

export const initProperties = {
  'svc.init.tasks.enabled': property(boolean, {
    default: true,
    carriedOver: true,
    oldNames: ['database.run.migrations'],
    description: 'Whether this node runs init tasks (schema migrations, default data) when it starts.',
  }),
  'svc.init.and.exit': property(boolean, {
    default: false,
    carriedOver: true,
    synonyms: ['init-tasks.exit-after-completion'],
    oldNames: ['database.run.migrations.only'],
    description: 'Run the init tasks, then stop. For init containers.',
  }),
  'svc.init.tasks.datasource.name': property(text, {
    default: 'default',
    carriedOver: true,
    description:
      'Data source that init tasks use, for example one whose database user may change the schema. ' +
      'See [Data sources](#data-sources).',
  }),
  'svc.init.admin.password': property(secretText, {
    description:
      'Password of the user `admin` on the first start. Later it has no effect, with a warning. If unset, a password is generated and printed once.',
  }),
  'svc.embedded-postgres.port': property(port, {
    default: 0,
    description: 'Port of the embedded PostgreSQL on the loopback address. `0` uses any free port.',
  }),
};
