/**
 * Writes the names of the Common Weakness Enumeration from its published catalogue (cwec_v….xml):
 * `node scripts/generate-cwe-names.ts <catalogue.xml>`. Run it for each new version of the catalogue.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const outFile = join(
  import.meta.dirname,
  '../apps/server/src/modules/vulnerabilities/cwe-names.generated.ts',
);
const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error('Usage: node scripts/generate-cwe-names.ts <catalogue.xml>');
  process.exit(1);
}

const catalogue = readFileSync(file, 'utf8');
const version = /<Weakness_Catalog [^>]*Version="([^"]+)"/.exec(catalogue)?.[1] ?? 'unknown';
const entries = Array.from(
  catalogue.matchAll(/<(?:Weakness|Category|View) ID="(\d+)" Name="([^"]+)"/g),
  ([, id = '', name = '']) => [Number(id), decode(name)] as const,
).sort(([a], [b]) => a - b);

writeFileSync(
  outFile,
  `/**
 * Names of CWE ${version}: weaknesses, categories and views. Written by scripts/generate-cwe-names.ts.
 *
 * CWE is a trademark of The MITRE Corporation. Copyright 2006-2024, The MITRE Corporation. MITRE grants a
 * non-exclusive, royalty-free licence to use CWE for research, development and commercial purposes, on the
 * condition that its copyright designation and this licence are reproduced in every copy.
 */
export const cweNames: readonly (readonly [id: number, name: string])[] = [
${entries.map(([id, name]) => `  [${id}, ${JSON.stringify(name)}],`).join('\n')}
];
`,
);

function decode(text: string): string {
  const entities: Record<string, string> = { quot: '"', apos: "'", lt: '<', gt: '>', amp: '&' };
  return text.replaceAll(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole).trim();
}
