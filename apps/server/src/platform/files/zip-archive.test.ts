import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../../test/support/temporary-directory.ts';
import { zipOf } from '../../../test/support/zip-of.ts';
import { ZipArchive } from './zip-archive.ts';

const LIMITS = { maxEntryBytes: 1_000_000, maxTotalBytes: 10_000_000 };

async function open(bytes: Buffer, limits = LIMITS): Promise<ZipArchive> {
  const path = join(await temporaryDirectory(), 'archive.zip');
  await writeFile(path, bytes);
  return new ZipArchive(path, limits);
}

async function readAll(bytes: Buffer, limits = LIMITS): Promise<Record<string, string>> {
  const archive = await open(bytes, limits);
  const entries = Array.from({ length: archive.count }, (_, index) => [
    archive.entry(index).name,
    archive.read(index).toString(),
  ]);
  archive.close();
  return Object.fromEntries(entries);
}

const FILES = { 'a.json': '{"a": 1}', 'dir/ü.json': 'x'.repeat(10_000), empty: '' };

describe('a ZIP archive', () => {
  it.each(['deflated', 'stored'] as const)('is read entry by entry, %s', async (method) => {
    expect(await readAll(zipOf(FILES, method))).toEqual(FILES);
  });

  it('may be empty, or end with a comment', async () => {
    expect(await readAll(zipOf({}))).toEqual({});
    const zip = zipOf(FILES);
    zip.writeUInt16LE(5, zip.length - 2);
    expect(await readAll(Buffer.concat([zip, Buffer.from('hello')]))).toEqual(FILES);
  });

  it('is refused if it is truncated', async () => {
    const zip = zipOf(FILES);
    for (const length of [0, 10, zip.length - 30, zip.length - 1]) {
      await expect(readAll(zip.subarray(0, length))).rejects.toThrow(
        /no ZIP archive|damaged|truncated|complete/,
      );
    }
  });

  it('whose content is damaged is refused', async () => {
    const zip = zipOf({ 'a.json': 'some text that is long enough to be damaged' }, 'stored');
    zip[40] = (zip[40] ?? 0) ^ 0xff;
    await expect(readAll(zip)).rejects.toThrow('The archive is damaged: the entry a.json cannot be read.');
  });

  it('is refused if it is larger than declared or allowed', async () => {
    const zip = zipOf({ bomb: '0'.repeat(500_000) });
    await expect(readAll(zip, { ...LIMITS, maxEntryBytes: 100_000 })).rejects.toThrow('too large');
    await expect(readAll(zip, { ...LIMITS, maxTotalBytes: 100_000 })).rejects.toThrow('larger than allowed');
    const at = zip.lastIndexOf(Buffer.from('PK\u0001\u0002', 'latin1'));
    zip.writeUInt32LE(10, at + 24);
    await expect(readAll(zip)).rejects.toThrow('damaged');
  });
});
