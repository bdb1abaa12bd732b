import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createProvidedSecrets } from './provided-secrets.ts';

test('secrets of files and environment variables are read and never written', async () => {
  const file = await temporaryFile('from-file');
  await writeFile(file, 'file value\n');
  const directory = join(file, '..');
  await writeFile(join(directory, 'too-large'), 'x'.repeat(65_537));
  const environment = { TALLYMAN_SECRET_FROM_ENV: 'env value', OTHER: 'x' };
  const secrets = createProvidedSecrets({
    directory,
    environment,
    loadKeys: () => Promise.reject(new Error('no key')),
  });
  expect((await secrets.list()).map(({ name }) => name)).toEqual(['FROM_ENV', 'from-file', 'too-large']);
  expect(await secrets.resolve('from-file')).toBe('file value');
  expect(await secrets.resolve('FROM_ENV')).toBe('env value');
  await expect(secrets.resolve('../from-file')).rejects.toThrow('no secret named');
  await expect(secrets.resolve('too-large')).rejects.toThrow('larger than 64 KiB');
  expect(await readFile(file, 'utf8')).toBe('file value\n');
});

async function temporaryFile(name: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'tallyman-secrets-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return join(directory, name);
}
