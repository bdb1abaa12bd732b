/**
 * Builds the command line without the server: one file that needs only Node (`tallyman.mjs`), and a package of it that npm
 * can install (`tallyman-cli-<version>.tgz`). Usage: npm run build:cli [-- <folder>]
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleCli } from '../apps/cli/bundle-cli.ts';
import cli from '../apps/cli/package.json' with { type: 'json' };
import product from '../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('..', import.meta.url));
const output = resolve(root, process.argv[2] ?? 'dist');

/** Private, so that it is not published by mistake. */
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
await bundleCli({ input: join(root, 'apps/cli/src/standalone.ts') }, { file, codeSplitting: false });
chmodSync(file, 0o755);
pack(file);
console.log(`${file}\n${join(output, `tallyman-cli-${product.version}.tgz`)}`);
