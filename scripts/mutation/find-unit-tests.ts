import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The unit tests that belong to a rule: all of its package, or those in its folder that import it, directly or through
 * other files of the folder. Tests with a database or with published data do not count.
 */
export function findUnitTests(rule: string, root: string): string[] {
  const inPackage = /^packages\/[^/]+\//.exec(rule)?.[0];
  if (inPackage) return listUnitTests(`${inPackage}src/**/*.test.ts`, root);
  return listUnitTests(`${dirname(rule)}/*.test.ts`, root).filter((test) =>
    listImported(test, root).has(rule),
  );
}

function listUnitTests(pattern: string, root: string): string[] {
  return globSync(pattern, { cwd: root })
    .filter((path) => !/\.(?:db|published)\.test\.ts$/.test(path))
    .toSorted();
}

/** The file and those in its folder that it imports. */
function listImported(file: string, root: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(file) || !existsSync(join(root, file))) return found;
  found.add(file);
  for (const [, name] of readFileSync(join(root, file), 'utf8').matchAll(/from '\.\/([^'/]+)'/g))
    listImported(`${dirname(file)}/${name}`, root, found);
  return found;
}
