import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SetUpError } from './set-up.mjs';

/** Installs the packages of a folder that has its own lock file, because only one command needs them. */
export function ensureToolInstalled(folder, name) {
  if (existsSync(join(folder, 'node_modules', '.package-lock.json'))) return;
  console.error(`Installing ${name}. This happens once.`);
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--include=dev', '--loglevel=error'];
  const { status } = spawnSync('npm', args, {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new SetUpError(`${name} could not be installed; see the message of npm above.`);
}
