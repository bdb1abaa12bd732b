import { type SpawnOptions, spawn } from 'node:child_process';
import type { RunAs } from './run-as.ts';

export interface ProgramResult {
  code: number | null;
  output: string;
}

/** Runs a program to its end. Rejects only if it cannot be started. */
export function runProgram(
  program: string,
  args: string[],
  options: { runAs: RunAs | null; input?: string },
): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...programOptions(options.runAs), stdio: 'pipe' });
    let output = '';
    const collect = (chunk: string) => {
      output += chunk;
    };
    child.stdout?.setEncoding('utf8').on('data', collect);
    child.stderr?.setEncoding('utf8').on('data', collect);
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output: output.trim() }));
    // A program that ends early closes its input. The exit code tells why.
    child.stdin?.on('error', () => {});
    child.stdin?.end(options.input ?? '');
  });
}

/**
 * A minimal environment: PG* variables of the operator's shell must not configure our server, and messages must be
 * English. With `uid` set, Node also drops root's supplementary groups.
 */
export function programOptions(runAs: RunAs | null): SpawnOptions {
  const env: NodeJS.ProcessEnv = { LC_ALL: 'C', TZ: 'UTC' };
  for (const name of ['PATH', 'SystemRoot', 'TEMP', 'TMP']) {
    if (process.env[name] !== undefined) env[name] = process.env[name];
  }
  const identity = runAs === null ? {} : { uid: runAs.uid, gid: runAs.gid };
  // Our working directory may be inaccessible to the other user.
  return { cwd: '/', env, windowsHide: true, ...identity };
}
