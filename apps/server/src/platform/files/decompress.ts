import { type Duplex, PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { AppError } from '../errors.ts';

type Compression = 'gzip' | 'zstd';

const MEDIA_TYPES: Readonly<Record<string, Compression>> = {
  'application/gzip': 'gzip',
  'application/x-gzip': 'gzip',
  'application/zstd': 'zstd',
  'application/x-zstd': 'zstd',
};

const MAGIC: Readonly<Record<Compression, readonly number[]>> = {
  gzip: [0x1f, 0x8b],
  zstd: [0x28, 0xb5, 0x2f, 0xfd],
};

const LONGEST_MAGIC = 4;
const CHUNK_BYTES = 256 * 1024;

/** Documents compress about 30 to 1 at most. Far beyond that is a decompression bomb. */
const MAX_RATIO = 200;

/** The ratio of small documents does not matter. */
const RATIO_FLOOR_BYTES = 8 * 1024 * 1024;

/**
 * The bytes of a document, decompressed if its first bytes say gzip or zstd. Throws an `AppError` if a media type promises
 * compression and the bytes are not compressed, and if the document is compressed twice.
 */
export async function* decompress(
  chunks: AsyncIterable<Uint8Array>,
  mediaType?: string,
): AsyncGenerator<Uint8Array> {
  const { head, all } = await peek(chunks);
  const compression = findCompression(head);
  const promised = MEDIA_TYPES[mediaType?.split(';', 1)[0]?.trim().toLowerCase() ?? ''];
  if (promised && promised !== compression) {
    throw new AppError(
      'invalid',
      `The media type says that the document is compressed with ${promised}, but it is not.`,
    );
  }
  yield* compression ? refuseNested(inflate(all, compression)) : all;
}

async function* refuseNested(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { head, all } = await peek(chunks);
  const inner = findCompression(head);
  if (inner) {
    await all.return(undefined);
    throw new AppError(
      'invalid',
      `The document is compressed twice: the decompressed bytes are ${inner} again. Compress it once.`,
    );
  }
  yield* all;
}

function findCompression(head: Uint8Array): Compression | undefined {
  if (MAGIC.gzip.every((byte, index) => head[index] === byte)) return 'gzip';
  return MAGIC.zstd.every((byte, index) => head[index] === byte) ? 'zstd' : undefined;
}

async function peek(chunks: AsyncIterable<Uint8Array>) {
  const iterator = chunks[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < LONGEST_MAGIC) {
    const next = await iterator.next();
    if (next.done) break;
    head = head.length === 0 ? Buffer.from(next.value) : Buffer.concat([head, next.value]);
  }
  return { head, all: prepended(head, iterator) };
}

async function* prepended(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    if (head.length > 0) yield head;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

async function* inflate(
  chunks: AsyncIterable<Uint8Array>,
  compression: Compression,
): AsyncGenerator<Uint8Array> {
  const meter = { read: 0, written: 0 };
  const output = new PassThrough({ highWaterMark: CHUNK_BYTES });
  const done = pipeline(Readable.from(metered(chunks, meter)), createInflate(compression), output);
  done.catch(() => {});
  try {
    for await (const chunk of output as AsyncIterable<Uint8Array>) {
      meter.written += chunk.length;
      checkRatio(meter);
      yield chunk;
    }
    await done;
  } catch (error) {
    throw toRefusal(error);
  } finally {
    output.destroy();
  }
}

function createInflate(compression: Compression): Duplex {
  return compression === 'gzip'
    ? createGunzip({ chunkSize: CHUNK_BYTES })
    : createZstdDecompress({ chunkSize: CHUNK_BYTES });
}

interface Meter {
  read: number;
  written: number;
}

async function* metered(chunks: AsyncIterable<Uint8Array>, meter: Meter): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    meter.read += chunk.length;
    yield chunk;
  }
}

function checkRatio({ read, written }: Meter): void {
  if (written <= RATIO_FLOOR_BYTES || written <= read * MAX_RATIO) return;
  throw new AppError(
    'invalid',
    `The document is compressed more than ${MAX_RATIO} to 1. Send it uncompressed.`,
  );
}

function toRefusal(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'Z_BUF_ERROR' || code === 'ZSTD_error_srcSize_wrong') {
    return new AppError('invalid', 'The compressed document is truncated: it ends before it is complete.');
  }
  return /^(Z_|ZSTD_)/.test(code) ? new AppError('invalid', 'The compressed document is damaged.') : error;
}
