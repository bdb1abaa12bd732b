/**
 * Builds the command line without the server: one file that needs only Node (`tallyman.mjs`), and a package of it that npm
 * can install (`tallyman-cli-<version>.tgz`). Usage: npm run build:cli [-- <folder>]
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import cli from '../apps/cli/package.json' with { type: 'json' };
import product from '../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('..', import.meta.url));
const output = resolve(root, process.argv[2] ?? 'dist');

/** Documents are read with the latest schema and those it refers to. The others are needed only for validation. */
const EMBEDDED_SCHEMAS = [
  'bom-1.7.SNAPSHOT.schema.json',
  'spdx.SNAPSHOT.schema.json',
  'jsf-0.82.SNAPSHOT.schema.json',
  'cryptography-defs.SNAPSHOT.schema.json',
];

/** Replaces the module that reads schema files from an installed package. */
function embedSchemas(): Plugin {
  const folder = join(root, 'node_modules/@cyclonedx/cyclonedx-library/res/schema');
  return {
    name: 'embed-schemas',
    load(id) {
      if (!id.replaceAll('\\', '/').endsWith('packages/cyclonedx/src/schema/schema-files.ts')) return null;
      const files = EMBEDDED_SCHEMAS.map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const);
      const minified = files.map(([name, text]) => [name, JSON.stringify(JSON.parse(text))]);
      return {
        code: `const files = ${JSON.stringify(Object.fromEntries(minified))};
          export function readSchemaFile(name) { return Buffer.from(files[name]); }`,
        moduleType: 'js',
      };
    },
  };
}

async function bundle(file: string): Promise<void> {
  const build = await rolldown({
    input: join(root, 'apps/cli/src/standalone.ts'),
    platform: 'node',
    // Needed only for validation, which the service does.
    external: ['libxml2-wasm'],
    plugins: [embedSchemas()],
    transform: { target: 'node20' },
    logLevel: 'warn',
  });
  await build.write({
    file,
    format: 'esm',
    minify: true,
    codeSplitting: false,
    banner: '#!/usr/bin/env node',
  });
  await build.close();
  chmodSync(file, 0o755);
}

/** Private, so that nobody publishes it by mistake. */
function pack(file: string): void {
  const staging = mkdtempSync(join(tmpdir(), 'tallyman-cli-package-'));
  try {
    const manifest = {
      name: cli.name,
      version: product.version,
      description: 'The command line of Tallyman',
      license: cli.license,
      private: true,
      type: 'module',
      bin: { tallyman: 'tallyman.mjs' },
      engines: { node: '>=22.15' },
    };
    writeFileSync(join(staging, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    copyFileSync(file, join(staging, 'tallyman.mjs'));
    copyFileSync(join(root, 'LICENSE'), join(staging, 'LICENSE'));
    copyFileSync(join(root, 'docs/guides/cli.md'), join(staging, 'README.md'));
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    execFileSync(npm, ['pack', '--silent', '--pack-destination', output], { cwd: staging, stdio: 'pipe' });
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

mkdirSync(output, { recursive: true });
const file = join(output, 'tallyman.mjs');
await bundle(file);
pack(file);
console.log(`${file}\n${join(output, `tallyman-cli-${product.version}.tgz`)}`);
