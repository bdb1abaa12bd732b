import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startNode, stopNode } from './run-node.ts';
import { PASSWORD, signIn } from './sign-in.ts';

export interface BenchServer {
  readonly pid: number;
  readonly api: string;
  /** Value of the header Authorization, for the administrator. */
  readonly authorization: string;
  /** Resets the longest stall of the event loop. For a watched server. */
  forgetStalls(): Promise<void>;
  /** The longest stall of the event loop since then, in milliseconds of CPU time. */
  longestStall(): Promise<number>;
  stop(): Promise<void>;
}

export interface ServerOptions {
  /** In addition to those that every benchmark needs. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Whether stalls of the event loop are measured. */
  readonly isWatched?: boolean;
}

interface Place {
  readonly directory: string;
  readonly url: string;
}

// Other benchmarks may run on the same machine.
const port = 20_000 + (process.pid % 10_000) * 2;

/** Time for a watched server to handle a signal and write its measurements. */
const SETTLED_MS = 250;

/** Starts the server directly, because the start script checks packages first. */
export async function startServer(place: Place, options: ServerOptions = {}): Promise<BenchServer> {
  const stalls = join(place.directory, 'longest');
  const { child } = await startNode('apps/server/src/main.ts', toArguments(place, options), READY, {
    NODE_OPTIONS: [MEMORY, ...(options.isWatched ? [WATCH_LOOP] : [])].join(' '),
    NODE_COMPILE_CACHE: join(place.directory, 'compiled'),
    WATCH_LOOP_FILE: stalls,
  });
  const pid = child.pid ?? 0;
  const api = `http://127.0.0.1:${port}`;
  return {
    pid,
    api,
    authorization: await signIn(api),
    forgetStalls: async () => {
      process.kill(pid, 'SIGUSR2');
      await setTimeout(SETTLED_MS);
    },
    longestStall: () => readStall(stalls),
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) await stopNode(child);
    },
  };
}

const READY = /Stop with Ctrl-C/;
/** As `npm start` does. */
const MEMORY = '--max-semi-space-size=2';
const WATCH_LOOP = `--import ${join(import.meta.dirname, 'watch-loop.ts')}`;

function toArguments({ directory, url }: Place, { settings = {} }: ServerOptions): string[] {
  const all = {
    'svc.data.directory': join(directory, 'data'),
    'svc.datasource.url': url,
    'svc.http.port': String(port),
    'svc.management.port': String(port + 1),
    'svc.init.admin.password': PASSWORD,
    'svc.logging.level.root': 'warn',
    ...settings,
  };
  return Object.entries(all).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
}

/** The file is empty while it is being written. */
async function readStall(path: string): Promise<number> {
  await setTimeout(SETTLED_MS);
  const text = readFileSync(path, 'utf8');
  return text === '' ? readStall(path) : Math.round(Number(text));
}
