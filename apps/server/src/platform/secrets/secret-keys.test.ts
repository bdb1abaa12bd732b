import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadKeyFile, toSecretKeys } from './secret-keys.ts';

async function temporaryFile(name: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'tallyman-secrets-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return join(directory, name);
}

describe('The master key', () => {
  it('is created on the first start, readable by the owner only, and stays', async () => {
    const path = await temporaryFile('keys/kek');
    const [one, other] = await Promise.all([loadKeyFile(path, true), loadKeyFile(path, true)]);
    expect(one.primary).toBe(other.primary);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await loadKeyFile(path, false)).primary).toBe(one.primary);
    await chmod(path, 0o600);
    await expect(loadKeyFile(`${path}-missing`, false)).rejects.toThrow('is missing');
  });

  it('must be long enough', () => {
    expect(() => toSecretKeys('short')).toThrow('too short');
  });
});
