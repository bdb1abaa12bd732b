import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decompress } from './decompress.ts';

const TEXT = 'a document, '.repeat(1_000);

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(bytes: Uint8Array, mediaType?: string, size = 1_000): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of decompress(inChunks(bytes, size), mediaType)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe('Decompressing', () => {
  it.each([1, 3, 100_000])('reads gzip, zstd and plain bytes, in chunks of %s', async (size) => {
    for (const bytes of [gzipSync(TEXT), zstdCompressSync(TEXT), Buffer.from(TEXT)]) {
      expect(await read(bytes, undefined, size)).toBe(TEXT);
    }
  });

  it('reads documents shorter than a magic number', async () => {
    expect(await read(Buffer.from('{}'))).toBe('{}');
    expect(await read(Buffer.alloc(0))).toBe('');
  });

  it('refuses plain bytes with a media type of compression', async () => {
    expect(await read(gzipSync(TEXT), 'Application/GZIP; x=y')).toBe(TEXT);
    await expect(read(Buffer.from(TEXT), 'application/x-gzip')).rejects.toThrow(
      'compressed with gzip, but it is not',
    );
    await expect(read(gzipSync(TEXT), 'application/zstd')).rejects.toThrow(
      'compressed with zstd, but it is not',
    );
  });

  it.each([
    ['gzip', gzipSync(TEXT)],
    ['zstd', zstdCompressSync(TEXT)],
  ])('refuses %s that is truncated or damaged', async (_name, packed) => {
    await expect(read(packed.subarray(0, packed.length - 9))).rejects.toThrow('ends before it is complete');
    const damaged = Buffer.from(packed);
    damaged.fill(0xff, 12, 24);
    await expect(read(damaged)).rejects.toThrow(/damaged|ends before/);
  });

  it('refuses a decompression bomb early', async () => {
    await expect(read(gzipSync(Buffer.alloc(50 * 1024 * 1024)))).rejects.toThrow('200 to 1');
    await expect(read(zstdCompressSync(Buffer.alloc(50 * 1024 * 1024)))).rejects.toThrow('200 to 1');
  });

  it('throws the error of its source', async () => {
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield gzipSync(TEXT).subarray(0, 20);
      throw new Error('the connection was lost');
    }
    const reading = async () => {
      for await (const _chunk of decompress(failing()));
    };
    await expect(reading()).rejects.toThrow('the connection was lost');
  });
});
