import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import product from '../../../package.json' with { type: 'json' };
import { bomOf, npm } from '../../server/test/support/bom-uploads.ts';
import { startTestService, type TestService } from '../../server/test/support/test-service.ts';

const execute = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));

let service: TestService;
let built: string;
let folder: string;
let env: Record<string, string>;

beforeAll(async () => {
  service = await startTestService();
  built = await mkdtemp(join(tmpdir(), 'tallyman-built-'));
  folder = await mkdtemp(join(tmpdir(), 'tallyman-installed-'));
  env = {
    HOME: folder,
    PATH: process.env.PATH ?? '',
    TALLYMAN_URL: service.baseUrl,
    TALLYMAN_TOKEN: service.adminToken,
  };
  await execute(process.execPath, [join(root, 'scripts/build-cli.ts'), built], { cwd: root });
  const document = {
    ...bomOf([npm('quiet')]),
    metadata: { component: { type: 'application', name: 'app' } },
  };
  await writeFile(join(folder, 'bom.json.gz'), gzipSync(JSON.stringify(document)));
});
afterAll(async () => {
  await service?.close();
  for (const each of [built, folder]) await rm(each, { recursive: true, force: true });
});

/** In an empty folder, with nothing of the checkout at hand. */
const run = (script: string, ...args: string[]) =>
  execute(process.execPath, [script, ...args], { cwd: folder, env });

async function expectToWork(script: string): Promise<void> {
  expect((await run(script, '--version')).stdout).toBe(`${product.version}\n`);
  expect((await run(script, 'check', 'bom.json.gz')).stderr).toContain('No findings in 1 component.');
  const uploaded = await run(script, 'bom', 'upload', 'bom.json.gz', '--auto-create', '--json');
  expect(JSON.parse(uploaded.stdout).uploads).toMatchObject([{ project: { name: 'app' } }]);
}

test('the command of the checkout works in any folder', () =>
  expectToWork(join(root, 'apps/cli/bin/tallyman.mjs')));

test('the single file works in an empty folder', () => expectToWork(join(built, 'tallyman.mjs')));

test('the package is installed offline into an empty folder and works there', async () => {
  const [tarball = ''] = (await readdir(built)).filter((name) => name.endsWith('.tgz'));
  await execute('npm', ['install', '--offline', '--no-audit', '--no-fund', join(built, tarball)], {
    cwd: folder,
    env: { ...env, npm_config_cache: join(folder, '.npm') },
  });
  expect((await readdir(join(folder, 'node_modules'))).filter((name) => !name.startsWith('.'))).toEqual([
    '@tallyman',
  ]);
  await expectToWork(join(folder, 'node_modules/.bin/tallyman'));
});

test('commands that need the server in the same process are not included', async () => {
  const { stdout } = await run(join(built, 'tallyman.mjs'), '--help');
  expect(stdout).not.toMatch(/^ {2}(serve|migrate|config)/m);
  expect(await readFile(join(built, 'tallyman.mjs'), 'utf8')).not.toContain('@tallyman/server');
});
