import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The unit tests that belong to a rule: all of its package, or the test beside it, or those in its folder if it has none of
 * its own. Tests with a database or with published data do not count.
 */
export function findUnitTests(rule: string, root: string): string[] {
  const own = rule.replace(/\.ts$/, '.test.ts');
  const inPackage = /^packages\/[^/]+\//.exec(rule)?.[0];
  if (!inPackage && existsSync(join(root, own))) return [own];
  const pattern = inPackage ? `${inPackage}src/**/*.test.ts` : `${dirname(rule)}/*.test.ts`;
  return globSync(pattern, { cwd: root })
    .filter((path) => !/\.(?:db|published)\.test\.ts$/.test(path))
    .toSorted();
}
