import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { inject, onTestFinished } from 'vitest';
import { temporaryDirectory } from './temporary-directory.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { ADMIN_PASSWORD } from './test-template.ts';
import { timeoutFactor } from './timeout-factor.ts';

/** Nodes share their compiled code: it is most of the time of a start. */
const COMPILED = join(import.meta.dirname, '../../../../node_modules/.cache/tallyman-test/compiled');

const START_LIMIT_MS = 120_000 * timeoutFactor;

/** A service whose nodes are processes that a test can kill. */
export interface KillableService {
  readonly db: TestDatabase['db'];
  startNode(): Promise<KillableNode>;
}

export interface KillableNode {
  readonly url: string;
  readonly managementUrl: string;
  /** The exit code. Null if a signal ended it. */
  readonly exited: Promise<number | null>;
  signal(name: NodeJS.Signals): void;
  /** Authorization header of the administrator. */
  signIn(): Promise<string>;
  /** Resolves when the process has exited. */
  kill(): Promise<void>;
  /** Closes the reading end of the log, as when a log collector exits. */
  closeOutput(): void;
}

/** Nodes and database are removed when the test ends. */
export async function createKillableService(
  settings: Readonly<Record<string, string>> = {},
): Promise<KillableService> {
  const database = await createTestDatabase();
  const directory = temporaryDirectory();
  const nodes = new Set<ChildProcess>();
  onTestFinished(async () => {
    for (const node of nodes) node.kill('SIGKILL');
    await database.drop();
  });
  const args = toArguments({
    'svc.datasource.url': database.url,
    'svc.data.directory': directory,
    'svc.http.port': '0',
    'svc.management.port': '0',
    'svc.http.drain-ms': '0',
    'svc.logging.level.root': 'error',
    ...settings,
  });
  const startNode = async (): Promise<KillableNode> => {
    const child = spawn(process.execPath, [inject('bundles').server, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_COMPILE_CACHE: COMPILED },
    });
    nodes.add(child);
    const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const { url, managementUrl } = await whenReady(child);
    return {
      url,
      managementUrl,
      exited,
      signal: (name) => void child.kill(name),
      signIn: () => signIn(url),
      kill: async () => {
        child.kill('SIGKILL');
        await exited;
      },
      closeOutput: () => child.stdout.destroy(),
    };
  };
  return { db: database.db, startNode };
}

function toArguments(settings: Readonly<Record<string, string>>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
}

/** Keeps reading the output afterwards, so that the node can always write its log. */
function whenReady(
  child: ChildProcessByStdio<null, Readable, null>,
): Promise<Pick<KillableNode, 'url' | 'managementUrl'>> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk;
      const url = /In a browser\s+(http:\S+)/.exec(output)?.[1];
      const managementUrl = /Health\s+(http:\S+)\/health/.exec(output)?.[1];
      if (url && managementUrl && output.includes('Ctrl-C')) resolve({ url, managementUrl });
    });
    child.once('exit', () => reject(new Error(`The node exited before it was ready: ${output}`)));
    setTimeout(() => reject(new Error(`The node is not ready: ${output}`)), START_LIMIT_MS).unref();
  });
}

async function signIn(url: string): Promise<string> {
  const body = new URLSearchParams({ username: 'admin', password: ADMIN_PASSWORD });
  return `Bearer ${await (await fetch(`${url}/api/v1/user/login`, { method: 'POST', body })).text()}`;
}
