/** Runs all checks except the tests, even after a failure, and prints a summary. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, main, node24, root } from './set-up.mjs';

const CHECKS = [
  { name: 'types', args: ['node_modules/tsc7/bin/tsc', '--build'] },
  {
    name: 'web interface builds within its size budgets',
    args: ['apps/web/build/build.ts', 'apps/web/dist/.check', '--check'],
  },
  {
    name: 'format and lint',
    args: ['node_modules/@biomejs/biome/bin/biome', 'check'],
  },
  {
    name: 'import rules',
    args: [
      'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
      '--config',
      '.dependency-cruiser.mjs',
      'apps',
      'packages',
    ],
  },
  { name: 'unused code', args: ['node_modules/knip/bin/knip.js'] },
  { name: 'promises are handled', args: ['node_modules/oxlint/bin/oxlint', '--type-aware', '--quiet'] },
  { name: 'table owners, function names, sizes', args: ['scripts/check-code.ts'] },
  { name: 'paths in documents, decisions', args: ['scripts/check-docs.ts'] },
  { name: 'one version of the product', args: ['scripts/check-version.ts'] },
  { name: 'API stays compatible', args: ['scripts/check-openapi.ts'] },
  {
    name: 'notification messages',
    args: ['node_modules/@bufbuild/buf/bin/buf', 'lint', 'packages/contract'],
  },
  {
    // Compared with the messages of the last release, written by: buf build packages/contract --exclude-source-info -o <file>
    name: 'notification messages stay compatible',
    args: [
      'node_modules/@bufbuild/buf/bin/buf',
      'breaking',
      'packages/contract',
      '--against',
      'packages/contract/released-messages.generated.json',
    ],
  },
];

/** Committed files that scripts generate; `npm run generate` runs the same scripts. */
const GENERATED = [
  { file: 'apps/server/src/platform/db/database.generated.ts', script: 'scripts/generate-database-types.ts' },
  {
    file: 'packages/contract/src/generated/tallyman/notification/v1/notification_pb.js',
    script: 'scripts/generate-notification-code.ts',
  },
  { file: 'docs/configuration.md', script: 'scripts/generate-configuration-page.ts' },
  { file: 'docs/coverage.md', script: 'scripts/generate-coverage-page.ts' },
  { file: 'docs/openapi.json', script: 'scripts/generate-openapi.ts' },
  { file: 'docs/adr/README.md', script: 'scripts/generate-decision-index.ts' },
];

await main(async () => {
  await ensureInstalled();
  const node = node24();
  const results = await Promise.all(CHECKS.map(({ name, args }) => timed(name, () => run(node, args))));
  // One after the other, after the checks that read these files.
  for (const { file, script } of GENERATED)
    results.push(await timed(file, () => compare(node, file, script)));
  for (const { name, ok, output } of results) if (!ok) console.log(`\n── ${name}\n${output.trim()}`);
  console.log();
  for (const { name, ok, seconds } of results)
    console.log(`${ok ? 'ok    ' : 'FAILED'} ${seconds.padStart(6)} s  ${name}`);
  return results.every(({ ok }) => ok) ? 0 : 1;
});

async function timed(name, check) {
  const began = performance.now();
  const result = await check();
  return { name, ...result, seconds: ((performance.now() - began) / 1000).toFixed(1) };
}

function run(node, args) {
  const child = spawn(node, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      output += chunk;
    });
  }
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ ok: false, output: error.message }));
    child.once('close', (code) => resolve({ ok: code === 0, output }));
  });
}

/** Generates the file, compares it with the committed one, and restores that. */
async function compare(node, file, script) {
  const path = join(root, file);
  const before = existsSync(path) ? readFileSync(path, 'utf8') : null;
  const result = await run(node, [script]);
  if (!result.ok) return result;
  const isCurrent = readFileSync(path, 'utf8') === before;
  if (before !== null && !isCurrent) writeFileSync(path, before);
  return {
    ok: isCurrent,
    output: `${file} is out of date. Run \`npm run generate\` and commit what it writes.`,
  };
}
