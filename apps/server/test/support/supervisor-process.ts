import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { isPostmasterOf } from '../../src/platform/embedded-postgres/process-liveness.ts';

export interface SupervisorSpec {
  /** The folder of the supervisor's sources. */
  sources: string;
  node?: string;
  options: { dataDirectory: string; fallbackDirectory?: string };
  runAs?: { uid: number; gid: number };
}

interface SupervisorReport {
  url: string;
  pid: number;
  reattached: boolean;
  firstStart: boolean;
}

export interface SupervisorProcess {
  child: ChildProcess;
  /** The first message: how it started, or its error. */
  report: Promise<SupervisorReport & { error?: string }>;
  /** Stops the database and the process. Returns its exit code. */
  stop(): Promise<number | null>;
  /** Ends the process without stopping the database, as after an uncaught error. */
  leave(): Promise<void>;
  killHard(): Promise<void>;
}

const SCRIPT = `
  const { startEmbeddedPostgres } = await import(process.argv[1]);
  try {
    const options = { ...JSON.parse(process.argv[2]), settings: { fsync: 'off' }, log() {} };
    const postgres = await startEmbeddedPostgres(options);
    console.log(JSON.stringify(postgres));
    process.stdin.once('data', () => process.exit()).once('end', () => postgres.stop());
  } catch (error) {
    console.log(JSON.stringify({ error: error.message }));
  }`;

/** A supervisor in a separate process that a test can kill. */
export function startSupervisorProcess({ sources, node, options, runAs }: SupervisorSpec): SupervisorProcess {
  const module = `file://${sources}/start-embedded-postgres.ts`;
  const args = ['--input-type=module', '-e', SCRIPT, module, JSON.stringify(options)];
  const child = spawn(node ?? process.execPath, args, {
    cwd: '/',
    stdio: ['pipe', 'pipe', 'inherit'],
    ...runAs,
  });
  const ended = once(child, 'exit');
  const report = readFirstLine(child).then((line) => JSON.parse(line));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    removeOrphan((await report).pid, options.dataDirectory);
  });
  return {
    child,
    report,
    async stop() {
      child.stdin?.end();
      const [code] = await ended;
      return code;
    },
    async leave() {
      child.stdin?.write('leave');
      await ended;
    },
    async killHard() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** A failed test must not leave a server behind. */
function removeOrphan(pid: number | undefined, dataDirectory: string): void {
  const cluster = `${dataDirectory}/cluster`;
  if (pid !== undefined && existsSync(cluster) && isPostmasterOf(pid, cluster)) process.kill(pid, 'SIGQUIT');
}

function readFirstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')));
    });
    child.stdout?.once('end', () => resolve(text || '{"error":"ended without a word"}'));
  });
}
