/**
 * Installs missing packages and finds the Node to run on. Plain JavaScript without dependencies: it runs first in a fresh
 * clone, on Node 20 or newer.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withInstallLock } from './install-lock.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));

const modules = join(root, 'node_modules');
const stamp = join(modules, '.tallyman-lock-sha256');
const WANTED_MAJOR = 24;

/** An error that the user can act on. It is printed without a stack trace. */
export class SetUpError extends Error {}

export async function ensureInstalled() {
  if (isInstalled()) return;
  requireWritable();
  await withInstallLock(join(root, '.install.lock'), async () => {
    // The previous holder of the lock may have installed them.
    if (isInstalled()) return;
    console.error(
      'Installing packages (npm ci). This happens once, and again when package-lock.json changes.',
    );
    await runNpmCi();
    writeFileSync(stamp, fingerprint());
  });
}

function isInstalled() {
  return (
    existsSync(join(modules, '.package-lock.json')) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === fingerprint()
  );
}

/** Includes the platform, because a checkout may be shared between systems with different native packages. */
function fingerprint() {
  const lockfile = readFileSync(join(root, 'package-lock.json'));
  return `${createHash('sha256').update(lockfile).digest('hex')} ${process.platform}-${process.arch}\n`;
}

function requireWritable() {
  for (const folder of [root, modules].filter((path) => existsSync(path))) {
    try {
      accessSync(folder, constants.W_OK);
    } catch {
      throw new SetUpError(
        `Packages are missing or out of date, and this user may not write to ${folder}. Run \`npm ci --ignore-scripts\` ` +
          'there as its owner, or work in a clone of your own.',
      );
    }
  }
}

/** Always with development and optional packages: NODE_ENV=production or an omit setting would skip the database. */
const NPM_CI = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--include=dev', '--include=optional'];

function runNpmCi() {
  const [program, ...first] = process.env.npm_execpath
    ? [process.execPath, process.env.npm_execpath]
    : ['npm'];
  // Packages may need a newer Node than this one. They run on the one that node24() returns.
  const args = [...first, ...NPM_CI, '--loglevel=error'];
  const shell = process.platform === 'win32' && first.length === 0;
  const child = spawn(program, args, { cwd: root, env: cleanEnvironment(), stdio: 'inherit', shell });
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new SetUpError(`npm cannot be run: ${error.message}`)));
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new SetUpError(explainFailure(code)))));
  });
}

/** Removes options of the outer npm command, such as a workspace, a prefix or a dry run. */
function cleanEnvironment() {
  const outer =
    /^npm_config_(workspaces?|prefix|local_prefix|global|location|omit|dry_run|include_workspace_root)$/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !outer.test(name)));
}

function explainFailure(code) {
  return (
    `Installing packages failed (npm exited with ${code ?? 'a signal'}; see its message above). Usual reasons: no network ` +
    'or an unconfigured proxy (npm config get registry, npm config get proxy), a full disk, files in node_modules that ' +
    'belong to another user, or a package-lock.json that does not match package.json. Nothing else was changed; fix the ' +
    'cause and run the command again.'
  );
}

/** Returns the pinned Node if it runs on this system, else the current one if it is new enough. Throws otherwise. */
export function node24() {
  const pinned = join(modules, ...pinnedNode());
  if (existsSync(pinned) && (isPresent(pinned) || majorOf(pinned) >= WANTED_MAJOR)) return pinned;
  if (Number.parseInt(process.versions.node, 10) >= WANTED_MAJOR) return process.execPath;
  throw new SetUpError(
    `Tallyman needs Node ${WANTED_MAJOR} or newer. The one that npm ci installs does not run on ` +
      `${process.platform}-${process.arch}, and this is Node ${process.versions.node}: install Node ${WANTED_MAJOR} and run the command again.`,
  );
}

function pinnedNode() {
  return process.platform === 'win32' ? [`node-win-${process.arch}`, 'bin', 'node.exe'] : ['.bin', 'node'];
}

function isPresent(program) {
  return realpathSync(program) === realpathSync(process.execPath);
}

function majorOf(program) {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return Number.parseInt(stdout?.replace(/^v/, '') ?? '', 10);
}

/** Runs a script of this folder and sets the exit code. */
export async function main(body) {
  try {
    process.exitCode = (await body()) ?? 0;
  } catch (error) {
    console.error(error instanceof SetUpError ? error.message : error);
    process.exitCode = 1;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(ensureInstalled);
