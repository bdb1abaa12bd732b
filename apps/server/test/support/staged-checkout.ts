import { chmodSync, copyFileSync, cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface StagedCheckout {
  sources: string;
  node: string;
  nativePackage: string;
}

const REPOSITORY = fileURLToPath(new URL('../../../../', import.meta.url));
const NATIVE = `@embedded-postgres/${process.platform}-${process.arch}`;

/**
 * The supervisor with its dependencies (sources, packages, Node) in a separate folder, as installed without install
 * scripts: without the library links. For tests of file permissions.
 */
export function stageCheckout(target: string): StagedCheckout {
  const platform = join(target, 'platform');
  // The whole platform, because the supervisor imports other files of it.
  cpSync(fileURLToPath(new URL('../../src/platform', import.meta.url)), platform, { recursive: true });
  for (const name of listPackages(['pg', NATIVE])) {
    cpSync(packageFolder(REPOSITORY, name), packageFolder(target, name), {
      recursive: true,
      verbatimSymlinks: true,
    });
  }
  const nativePackage = packageFolder(target, NATIVE);
  removeLinks(nativePackage);
  const node = join(target, 'node');
  copyFileSync(process.execPath, node);
  chmodSync(node, 0o755);
  return { sources: join(platform, 'embedded-postgres'), node, nativePackage };
}

function packageFolder(root: string, name: string): string {
  return join(root, 'node_modules', name);
}

function listPackages(names: string[], found = new Set<string>()): Set<string> {
  for (const name of names.filter((candidate) => !found.has(candidate))) {
    found.add(name);
    const manifest: { dependencies?: Record<string, string> } = JSON.parse(
      readFileSync(join(packageFolder(REPOSITORY, name), 'package.json'), 'utf8'),
    );
    listPackages(Object.keys(manifest.dependencies ?? {}), found);
  }
  return found;
}

export function listLinks(nativePackage: string): string[] {
  const list = join(nativePackage, 'native', 'pg-symlinks.json');
  const links: { target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  return links.map(({ target }) => join(nativePackage, target));
}

function removeLinks(nativePackage: string): void {
  for (const link of listLinks(nativePackage)) rmSync(link, { force: true });
}
