import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
// Declares the values of inject.
import type {} from '../../server/test/support/global-setup.ts';

const COMPILED = fileURLToPath(
  new URL('../../../node_modules/.cache/tallyman-test/compiled', import.meta.url),
);

export interface CliResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface RunOptions {
  readonly env?: Record<string, string>;
  readonly stdin?: string;
}

export interface CliUser extends AsyncDisposable {
  readonly home: string;
  /** Runs the command in a separate process, as this user. */
  run(args: readonly string[], options?: RunOptions): Promise<CliResult>;
  /** Runs with --json and returns the document on stdout. */
  // biome-ignore lint/suspicious/noExplicitAny: a black-box test reads documents of every shape
  runJson(args: readonly string[], options?: RunOptions): Promise<CliResult & { readonly document: any }>;
  /** Starts the command and leaves it running. */
  start(args: readonly string[]): ChildProcessWithoutNullStreams;
}

/** A user with an empty home directory and none of our environment. */
export async function createCliUser(): Promise<CliUser> {
  const home = await mkdtemp(join(tmpdir(), 'tallyman-cli-'));
  const run: CliUser['run'] = (args, options = {}) => runCli(args, home, options);
  return {
    home,
    run,
    start: (args) => startCli(args, home),
    runJson: async (args, options) => {
      const result = await run([...args, '--json'], options);
      return { ...result, document: JSON.parse(result.stdout) };
    },
    [Symbol.asyncDispose]: () => rm(home, { recursive: true, force: true }),
  };
}

function startCli(args: readonly string[], home: string, env: RunOptions['env'] = {}) {
  return spawn(process.execPath, [inject('bundles').commandLine, ...args], {
    cwd: home,
    env: { HOME: home, NODE_COMPILE_CACHE: COMPILED, ...env },
  });
}

async function runCli(
  args: readonly string[],
  home: string,
  { env, stdin = '' }: RunOptions,
): Promise<CliResult> {
  const child = startCli(args, home, env);
  child.stdin.on('error', () => {}).end(stdin);
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
  return { exitCode, stdout, stderr };
}
