import { createHash } from 'node:crypto';
import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { temporaryDirectory } from '../../../test/support/temporary-directory.ts';
import { discardStaleFiles, receiveFile } from './received-file.ts';

async function* chunks(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

test('a stream becomes a file with its size and hash, until it is discarded', async () => {
  const directory = join(await temporaryDirectory(), 'made', 'on', 'demand');
  const file = await receiveFile({ directory, maxBytes: 100 }, chunks('hello ', 'world'));
  expect(await readFile(file.path, 'utf8')).toBe('hello world');
  expect(file.size).toBe(11);
  expect(file.sha256).toEqual(createHash('sha256').update('hello world').digest());
  await file.discard();
  await file.discard();
  expect(await readdir(directory)).toEqual([]);
});

test('a stream that is too large or fails leaves no file behind', async () => {
  const directory = await temporaryDirectory();
  const place = { directory, maxBytes: 10 };
  await expect(receiveFile(place, chunks('hello ', 'world'))).rejects.toMatchObject({ kind: 'too-large' });
  async function* failing(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('half');
    throw new Error('the connection was lost');
  }
  await expect(receiveFile(place, failing())).rejects.toThrow('the connection was lost');
  expect(await readdir(directory)).toEqual([]);
});

test('a file in use is touched, so that it does not become stale', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  try {
    const directory = await temporaryDirectory();
    const file = await receiveFile({ directory, maxBytes: 100 }, chunks('hello'));
    vi.advanceTimersByTime(3 * 3_600_000);
    await vi.waitFor(async () =>
      expect((await stat(file.path)).mtimeMs).toBeGreaterThan(Date.now() - 3_600_000),
    );
    await discardStaleFiles(directory, new Date());
    expect(await readdir(directory)).toHaveLength(1);
    await file.discard();
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('files of a dead process are deleted after an hour, other files are not', async () => {
  const directory = await temporaryDirectory();
  const names = ['received-old', 'received-new', 'other'];
  for (const name of names) await writeFile(join(directory, name), '');
  const old = new Date(Date.now() - 3_700_000);
  for (const name of ['received-old', 'other']) await utimes(join(directory, name), old, old);
  await discardStaleFiles(directory, new Date());
  expect((await readdir(directory)).sort()).toEqual(['other', 'received-new']);
  await discardStaleFiles(join(directory, 'nowhere'), new Date());
});
