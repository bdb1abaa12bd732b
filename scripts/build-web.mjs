/**
 * Builds the web interface if its sources have changed since the last build. Every build is a new folder named after a hash
 * of the sources, so that a running service keeps the one it started with.
 */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withInstallLock } from './install-lock.mjs';
import { runNode } from './run-node.mjs';
import { ensureInstalled, main, node24, root } from './set-up.mjs';

const builds = join(root, 'apps', 'web', 'dist');
const SOURCES = ['apps/web', 'packages/client/src', 'packages/contract/src', 'package-lock.json'];
/** A running service may still use an older build. */
const KEPT_BUILDS = 3;

/** Returns whether there is a current build; otherwise prints what to do. */
export async function ensureWebBuilt() {
  try {
    const name = fingerprint();
    if (isCurrent(name)) return true;
    mkdirSync(builds, { recursive: true });
    await withInstallLock(join(builds, '.lock'), async () => {
      if (!isCurrent(name)) await build(name);
    });
    return isCurrent(name);
  } catch (error) {
    return explain(error.message);
  }
}

function isCurrent(name) {
  const current = join(builds, 'current');
  return (
    existsSync(current) &&
    readFileSync(current, 'utf8') === name &&
    existsSync(join(builds, name, 'files.json'))
  );
}

async function build(name) {
  if (!existsSync(join(builds, name, 'files.json'))) {
    console.error('Building the web interface, because its sources have changed.');
    const target = join(builds, `.new-${process.pid}`);
    rmSync(target, { recursive: true, force: true });
    const code = await runNode(node24(), [join(root, 'apps', 'web', 'build', 'build.ts'), target]);
    if (code !== 0) {
      rmSync(target, { recursive: true, force: true });
      throw new Error(`the build ended with ${code}; see its message above`);
    }
    rmSync(join(builds, name), { recursive: true, force: true });
    renameSync(target, join(builds, name));
  }
  writeFileSync(join(builds, '.current'), name);
  renameSync(join(builds, '.current'), join(builds, 'current'));
  removeOldBuilds(name);
}

function removeOldBuilds(current) {
  const others = readdirSync(builds)
    .filter((name) => /^[0-9a-f]{16}$/.test(name) && name !== current)
    .map((name) => ({ path: join(builds, name), made: statSync(join(builds, name)).mtimeMs }))
    .sort((a, b) => b.made - a.made);
  for (const { path } of others.slice(KEPT_BUILDS - 1)) rmSync(path, { recursive: true, force: true });
}

function explain(reason) {
  const stale = existsSync(join(builds, 'current'));
  console.error(
    `The web interface could not be built: ${reason}.\n` +
      `The service works without it${stale ? ' and serves an earlier build' : ''}. To retry: node scripts/build-web.mjs`,
  );
  return false;
}

/** A hash of everything the build reads, without tests. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for (const path of listFiles(join(root, source))) {
      hash
        .update(`${relative(root, path)}\n`)
        .update(readFileSync(path))
        .update('\n');
    }
  }
  return hash.digest('hex').slice(0, 16);
}

function listFiles(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => !['dist', 'node_modules'].includes(name) && !name.includes('.test.'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ name }) => listFiles(join(path, name)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(async () => {
    await ensureInstalled();
    return (await ensureWebBuilt()) ? 0 : 1;
  });
}
