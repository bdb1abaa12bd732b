import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { connect } from '../../src/platform/db/connect.ts';
import { type Db, inTransaction } from '../../src/platform/db/database.ts';
import { createJobs } from '../../src/platform/jobs/create-jobs.ts';
import { crashTestCatalog } from './crash-test-catalog.ts';
import { silentLog } from './silent-log.ts';
import { testConnection } from './test-connection.ts';

/** A worker node in a separate process that a test kills: `crash-test-worker.ts <database url> <node name>`. */
const [url = '', node = ''] = process.argv.slice(2);
const connection = testConnection(url);
const { db } = connect(connection, silentLog);
const jobs = createJobs({ catalog: crashTestCatalog, connection, log: silentLog, concurrency: 5 });

const writeEffect = (on: Db, kind: string, n: number) =>
  sql`insert into effect (kind, n, node) values (${kind}, ${n}, ${node})`.execute(on);

await jobs.start();
jobs.startWorkers({
  exact: async (job) => {
    await sleep(20);
    await inTransaction(db, async (tx) => {
      await writeEffect(tx, 'exact', job.payload.n);
      await job.completeInTransaction(tx);
    });
  },
  plain: async (job) => {
    await writeEffect(db, 'plain', job.payload.n);
    await sleep(20);
  },
});
