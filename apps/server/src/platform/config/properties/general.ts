import { property } from '../property.ts';
import { boolean, directory, integer, milliseconds, oneOf, port, secretText, text } from '../value-types.ts';

export const generalProperties = {
  'svc.data.directory': property(directory, {
    default: './data',
    carriedOver: true,
    description:
      'Where the service keeps its files, the embedded PostgreSQL included. ' +
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
      'Time for which a job waits for a lock in the database before it is tried again. `0` waits without limit.',
  }),
  'svc.jobs.statement-timeout-ms': property(milliseconds(0), {
    default: 0,
    description:
      'Time after which a statement of a job is given up and the job is tried again. `0` waits without limit.',
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
      'Time after which a dry run of a vulnerability policy goes on to no further project. ' +
      'Its answer says how many were looked at.',
  }),
};

export const initProperties = {
  'svc.init.tasks.enabled': property(boolean, {
    default: true,
    carriedOver: true,
    oldNames: ['database.run.migrations'],
    description: 'Whether this node runs init tasks (database migrations, default data) when it starts.',
  }),
  'svc.init.and.exit': property(boolean, {
    default: false,
    carriedOver: true,
    synonyms: ['init-tasks.exit-after-completion'],
    oldNames: ['database.run.migrations.only'],
    description: 'Run the init tasks, then stop. Made for init containers.',
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
      'Password of the user `admin` on the very first start; later it has no effect (a warning says so). ' +
      'Not set: a password is generated and printed once.',
  }),
  'svc.embedded-postgres.port': property(port, {
    default: 0,
    description: 'Port of the embedded PostgreSQL on the loopback address. `0` takes any free port.',
  }),
};
