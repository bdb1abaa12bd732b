import { clientConfig } from '../../src/platform/db/connect.ts';
import type { Db } from '../../src/platform/db/database.ts';
import { createJobs, type Jobs } from '../../src/platform/jobs/create-jobs.ts';
import type { AnyJobCatalog, JobCatalog } from '../../src/platform/jobs/job-settings.ts';
import { migrateJobs } from '../../src/platform/jobs/migrate-jobs.ts';
import { silentLog } from './silent-log.ts';
import { testConnection } from './test-connection.ts';
import { createTestDatabase } from './test-database.ts';

type NodeOptions = Partial<Omit<Parameters<typeof createJobs>[0], 'catalog' | 'connection'>>;

export interface JobsTestBed<Payloads> {
  readonly db: Db;
  readonly url: string;
  /** Adds a node on the same database. It enqueues jobs; it runs jobs after `startWorkers`. */
  addNode(options?: NodeOptions): Promise<Jobs<Payloads>>;
  /** Stops the nodes and drops the database. */
  close(): Promise<void>;
}

/** A database with the queues of a catalog, and nodes. */
export async function createJobsTestBed<Payloads extends Record<keyof Payloads, object>>(
  catalog: JobCatalog<Payloads>,
): Promise<JobsTestBed<Payloads>> {
  const { db, url, drop } = await createTestDatabase();
  const connection = testConnection(url);
  await migrateJobs(clientConfig(connection), silentLog, catalog as AnyJobCatalog);
  const nodes: Jobs<Payloads>[] = [];
  return {
    db,
    url,
    addNode: async (options = {}) => {
      const node = createJobs({ connection, catalog, log: silentLog, ...options });
      await node.start();
      nodes.push(node);
      return node;
    },
    close: async () => {
      await Promise.all(nodes.map((node) => node.stop()));
      await drop();
    },
  };
}
