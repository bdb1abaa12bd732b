/**
 * Writes the most common passwords from a list that is ordered by frequency:
 * `node scripts/generate-common-passwords.ts <package folder of @zxcvbn-ts/language-common>`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const MOST = 10_000;
/** Shorter ones occur in too many words. */
const SHORTEST = 4;

const outFile = join(import.meta.dirname, '../apps/server/src/modules/auth/common-passwords.generated.ts');
const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Usage: node scripts/generate-common-passwords.ts <folder of @zxcvbn-ts/language-common>');
  process.exit(1);
}

const source = resolve(folder);
const { name, version, license } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
const { dictionary } = createRequire(import.meta.url)(source);
const ranked = dictionary['passwords-common'] as string[];
const words = ranked
  .slice(0, MOST)
  .map((word) => word.toLowerCase())
  .filter((word) => word.length >= SHORTEST && /^[!-~]+$/.test(word));

writeFileSync(
  outFile,
  `/**
 * The ${MOST} commonest passwords, of at least ${SHORTEST} characters, separated by spaces. Written by
 * scripts/generate-common-passwords.ts from the list of ${name} ${version} (${license} licence).
 */
export const COMMON_PASSWORDS =
  ${JSON.stringify([...new Set(words)].sort().join(' '))};
`,
);
console.info(`Wrote ${new Set(words).size} passwords.`);
