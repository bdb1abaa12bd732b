import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * The unit tests that belong to a rule: all of its package, or those in its folder that have its name or import it, or
 * all in its folder. Tests with a database or with published data do not count.
 */
export function findUnitTests(rule: string, root: string): string[] {
  const inPackage = /^packages\/[^/]+\//.exec(rule)?.[0];
  if (inPackage) return listUnitTests(`${inPackage}src/**/*.test.ts`, root);
  const beside = listUnitTests(`${dirname(rule)}/*.test.ts`, root);
  const own = beside.filter(
    (test) =>
      test === rule.replace(/ts$/, 'test.ts') ||
      readFileSync(join(root, test), 'utf8').includes(`'./${basename(rule)}'`),
  );
  return own.length > 0 ? own : beside;
}

function listUnitTests(pattern: string, root: string): string[] {
  return globSync(pattern, { cwd: root })
    .filter((path) => !/\.(?:db|published)\.test\.ts$/.test(path))
    .toSorted();
}
