import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { DEFAULT_READ_LIMITS } from '../read-limits.ts';
import { decompress } from './decompress.ts';

const text = Buffer.from(
  JSON.stringify(Array.from({ length: 20_000 }, (_, index) => ({ index, sine: Math.sin(index) }))),
);

async function inflate(bytes: Uint8Array, limits: Partial<typeof DEFAULT_READ_LIMITS> = {}): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of decompress([bytes], { ...DEFAULT_READ_LIMITS, ...limits })) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function chunked(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
}

describe.each([
  ['plain', (bytes: Buffer) => bytes],
  ['gzip', (bytes: Buffer) => gzipSync(bytes)],
  ['zstd', (bytes: Buffer) => zstdCompressSync(bytes)],
])('a document stored as %s', (_, compress) => {
  it('is read unchanged', async () => {
    expect(text.equals(await inflate(compress(text)))).toBe(true);
  });

  it('is read unchanged in small chunks', async () => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of decompress(chunked(compress(text), 1000), DEFAULT_READ_LIMITS))
      chunks.push(chunk);
    expect(text.equals(Buffer.concat(chunks))).toBe(true);
  });

  it('is refused when it is larger than allowed', async () => {
    await expect(inflate(compress(text), { maxBytes: text.length - 1 })).rejects.toMatchObject({
      kind: 'too-large',
    });
  });
});

describe('a compressed document', () => {
  it.each([
    ['gzip', gzipSync(text)],
    ['zstd', zstdCompressSync(text)],
  ])('is refused as truncated if %s is truncated at any position', async (_, bytes) => {
    for (const length of [5, 100, Math.floor(bytes.length / 2), bytes.length - 1]) {
      await expect(inflate(bytes.subarray(0, length))).rejects.toMatchObject({ kind: 'truncated' });
    }
  });

  it('is refused as malformed when it is damaged', async () => {
    const damaged = gzipSync(text);
    damaged.fill(0xff, 100, 120);
    await expect(inflate(damaged)).rejects.toMatchObject({ kind: 'malformed' });
  });

  it.each([
    ['gzip', gzipSync(Buffer.alloc(64 * 1024 * 1024))],
    ['zstd', zstdCompressSync(Buffer.alloc(64 * 1024 * 1024))],
  ])('is refused as a bomb if the ratio of %s exceeds the limit', async (_, bytes) => {
    await expect(inflate(bytes)).rejects.toMatchObject({ kind: 'suspicious-compression' });
  });

  it('may have any ratio while it is small', async () => {
    expect((await inflate(gzipSync(Buffer.alloc(4 * 1024 * 1024)))).length).toBe(4 * 1024 * 1024);
  });
});
