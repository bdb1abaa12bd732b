import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type RunAs, resolveRunAs } from '../../apps/server/src/platform/embedded-postgres/run-as.ts';

const START_MS = 60_000;

/** A throw-away database: nothing is written to disk before a test continues. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  shared_buffers: '256MB',
  jit: 'off',
  log_min_messages: 'fatal',
  TimeZone: 'UTC',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
};

/** Starts a PostgreSQL 14 in a folder and returns its URL. The folder's owner removes it and stops the server. */
export async function startPostgres14(packageRoot: string, directory: string): Promise<string> {
  const runAs = resolveRunAs(null);
  const programs = copyPrograms(packageRoot, join(directory, 'postgres14'));
  const cluster = join(directory, 'cluster14');
  mkdirSync(cluster, { mode: 0o700 });
  if (runAs) chownSync(cluster, runAs.uid, runAs.gid);
  createCluster(programs, cluster, runAs);
  const port = await findFreePort();
  const settings = Object.entries({ ...SETTINGS, port }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const server = spawn(join(programs, 'postgres'), ['-D', cluster, ...settings], {
    stdio: ['ignore', 'ignore', 'inherit'],
    ...toUser(runAs),
  });
  const url = `postgresql://postgres@127.0.0.1:${port}`;
  await createRole(`${url}/postgres`, server);
  return `postgresql://tallyman@127.0.0.1:${port}/tallyman`;
}

/** The user that runs PostgreSQL may not be able to read the checkout, and packages cannot contain symbolic links. */
function copyPrograms(packageRoot: string, to: string): string {
  cpSync(join(packageRoot, 'native'), join(to, 'native'), { recursive: true });
  const list = join(to, 'native', 'pg-symlinks.json');
  const links: { source: string; target: string }[] = existsSync(list)
    ? JSON.parse(readFileSync(list, 'utf8'))
    : [];
  for (const { source, target } of links) symlinkSync(basename(source), join(to, target));
  const programs = join(to, 'native', 'bin');
  for (const name of ['initdb', 'postgres']) chmodSync(join(programs, name), 0o755);
  return programs;
}

function createCluster(programs: string, cluster: string, runAs: RunAs | null): void {
  const args = [
    '-D',
    cluster,
    '-U',
    'postgres',
    '-E',
    'UTF8',
    '--auth=trust',
    '--no-sync',
    '--no-instructions',
  ];
  const locale = ['--lc-collate=C', `--lc-ctype=${process.platform === 'linux' ? 'C.UTF-8' : 'C'}`];
  execFileSync(join(programs, 'initdb'), [...args, ...locale], {
    stdio: ['ignore', 'ignore', 'inherit'],
    ...toUser(runAs),
  });
}

function toUser(runAs: RunAs | null): { uid?: number; gid?: number; cwd?: string } {
  return runAs ? { uid: runAs.uid, gid: runAs.gid, cwd: '/' } : {};
}

/** The role has the rights that the documentation asks for, and no more. */
async function createRole(url: string, server: ChildProcess): Promise<void> {
  const client = await connect(url, server);
  try {
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    console.log(`PostgreSQL ${rows[0]?.server_version} runs at ${url}.`);
    await client.query('create role tallyman login createdb');
    await client.query('create database tallyman owner tallyman');
  } finally {
    await client.end();
  }
}

async function connect(url: string, server: ChildProcess): Promise<pg.Client> {
  const deadline = performance.now() + START_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (server.exitCode !== null || performance.now() > deadline) throw error;
      await sleep(100);
    }
  }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
