import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from '../../apps/server/src/platform/db/connect.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/embedded-postgres/start-embedded-postgres.ts';
import { benchSettings, connectBench } from './connect-bench.ts';
import { type BenchServer, type ServerOptions, startServer } from './start-server.ts';

/** A temporary directory and a PostgreSQL of its own. */
export interface Bench {
  readonly directory: string;
  readonly postgres: { readonly url: string; readonly pid: number };
  readonly database: Connection;
  startServer(options?: ServerOptions): Promise<BenchServer>;
  /** Removes everything, even after a failed measurement. */
  close(): Promise<void>;
}

export async function openBench(): Promise<Bench> {
  const directory = await mkdtemp(join(tmpdir(), 'tallyman-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDirectory: join(directory, 'postgres'), log: () => {} });
  const database = connectBench(benchSettings(postgres.url));
  const servers: BenchServer[] = [];
  return {
    directory,
    postgres,
    database,
    startServer: async (options) => {
      const server = await startServer({ directory, url: postgres.url }, options);
      servers.push(server);
      return server;
    },
    close: async () => {
      await Promise.all(servers.map((server) => server.stop()));
      await database.close();
      await postgres.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
