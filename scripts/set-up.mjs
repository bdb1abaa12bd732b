/**
 * Installs what is missing and finds the Node to run on. Plain JavaScript without dependencies: it is the first
 * thing that runs in a fresh clone, on any Node from 20 on.
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

/** A refusal that the reader can act on; anything else is a bug and keeps its stack. */
export class SetUpError extends Error {}

export async function ensureInstalled() {
  if (isInstalled()) return;
  requireWritable();
  await withInstallLock(join(root, '.install.lock'), async () => {
    // Whoever held the lock before us may have done it.
    if (isInstalled()) return;
    console.error('Installing the packages that package-lock.json names (npm ci); this is needed once.');
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

/** A checkout may be shared between systems whose native packages differ. */
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

/** Development and optional packages always: NODE_ENV=production or an omit setting would leave out the database. */
const NPM_CI = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--include=dev', '--include=optional'];

function runNpmCi() {
  const [program, ...first] = process.env.npm_execpath
    ? [process.execPath, process.env.npm_execpath]
    : ['npm'];
  // Packages that ask for a newer Node than this one get it: node24() below.
  const args = [...first, ...NPM_CI, '--loglevel=error'];
  const shell = process.platform === 'win32' && first.length === 0;
  const child = spawn(program, args, { cwd: root, env: cleanEnvironment(), stdio: 'inherit', shell });
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new SetUpError(`npm cannot be run: ${error.message}`)));
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new SetUpError(explainFailure(code)))));
  });
}

/** Options given to the outer npm (a workspace, a prefix, a dry run) are not meant for this one. */
function cleanEnvironment() {
  const outer =
    /^npm_config_(workspaces?|prefix|local_prefix|global|location|omit|dry_run|include_workspace_root)$/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !outer.test(name)));
}

function explainFailure(code) {
  return (
    `Installing the packages failed (npm ended with ${code ?? 'a signal'}; its message stands above). Usual reasons: no ` +
    'network or a proxy that npm does not know (npm config get registry, npm config get proxy), a full disk, files in ' +
    'node_modules that belong to another user, or a package-lock.json that does not match package.json. Nothing else ' +
    'was changed; just try again.'
  );
}

/** The pinned Node if it runs on this system, else the present one if it is new enough. */
export function node24() {
  const pinned = join(modules, ...pinnedNode());
  if (existsSync(pinned) && (isPresent(pinned) || majorOf(pinned) >= WANTED_MAJOR)) return pinned;
  if (Number.parseInt(process.versions.node, 10) >= WANTED_MAJOR) return process.execPath;
  throw new SetUpError(
    `Tallyman runs on Node ${WANTED_MAJOR} or newer. The one that npm ci installs does not run on ` +
      `${process.platform}-${process.arch}, and this is Node ${process.versions.node}: install Node ${WANTED_MAJOR} and try again.`,
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

/** Runs a script of this folder; what the reader can act on is shown without a stack. */
export async function main(body) {
  try {
    process.exitCode = (await body()) ?? 0;
  } catch (error) {
    console.error(error instanceof SetUpError ? error.message : error);
    process.exitCode = 1;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(ensureInstalled);
