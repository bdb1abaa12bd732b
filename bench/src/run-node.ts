import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Starts a script of the checkout and waits until it prints something that matches. */
export async function startNode(
  script: string,
  args: string[],
  ready: RegExp,
  env: Readonly<Record<string, string>> = {},
): Promise<{ child: ChildProcess; output: string }> {
  const child = spawn(process.execPath, [join(root, script), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: root,
    env: { ...process.env, ...env },
  });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk;
      if (ready.test(output)) resolve();
    });
    child.on('exit', (code) => reject(new Error(`${script} ended with ${code} before it was ready`)));
  });
  return { child, output };
}

export async function runNode(script: string, args: string[]): Promise<string> {
  const child = spawn(process.execPath, [join(root, script), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: root,
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(child, 'close');
  return Buffer.concat(chunks).toString();
}

export async function stopNode(child: ChildProcess): Promise<void> {
  // Unlike SIGTERM, SIGINT skips the drain time.
  child.kill('SIGINT');
  await once(child, 'exit');
}
