import { PassThrough, Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';
import { BomError } from '../bom-error.ts';
import type { ReadLimits } from '../read-limits.ts';

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** The ratio is checked only above this output size, because small documents may be repetitive. */
const RATIO_FLOOR_BYTES = 8 * 1024 * 1024;
const OUTPUT_CHUNK_BYTES = 256 * 1024;

const MAGIC: readonly { readonly bytes: readonly number[]; readonly create: () => Transform }[] = [
  { bytes: [0x1f, 0x8b], create: () => zlib.createGunzip({ chunkSize: OUTPUT_CHUNK_BYTES }) },
  {
    bytes: [0x28, 0xb5, 0x2f, 0xfd],
    create: () => zlib.createZstdDecompress({ chunkSize: OUTPUT_CHUNK_BYTES }),
  },
];

function findDecompressor(head: Uint8Array): Transform | undefined {
  return MAGIC.find(({ bytes }) => bytes.every((byte, index) => head[index] === byte))?.create();
}

interface Meter {
  read: number;
  written: number;
}

async function* metered(chunks: Chunks, meter: Meter): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    meter.read += chunk.length;
    yield chunk;
  }
}

function checkOutput(meter: Meter, limits: ReadLimits): void {
  if (meter.written > limits.maxBytes) {
    throw new BomError('too-large', `The document is larger than ${limits.maxBytes} bytes.`);
  }
  if (meter.written > RATIO_FLOOR_BYTES && meter.written > meter.read * limits.maxCompressionRatio) {
    throw new BomError(
      'suspicious-compression',
      `The document is compressed more than ${limits.maxCompressionRatio} to 1.`,
    );
  }
}

function toBomError(error: unknown): unknown {
  const code = (error as { code?: unknown }).code;
  if (code === 'Z_BUF_ERROR' || code === 'ZSTD_error_srcSize_wrong') {
    return new BomError('truncated', 'The compressed document is truncated: it ends before it is complete.', {
      cause: error,
    });
  }
  if (typeof code === 'string' && /^(Z_|ZSTD_)/.test(code)) {
    return new BomError('malformed', 'The compressed document is damaged.', { cause: error });
  }
  return error;
}

async function* inflated(chunks: Chunks, inflate: Transform, limits: ReadLimits): AsyncGenerator<Uint8Array> {
  const meter: Meter = { read: 0, written: 0 };
  const output = new PassThrough({ highWaterMark: OUTPUT_CHUNK_BYTES });
  const done = pipeline(Readable.from(metered(chunks, meter)), inflate, output);
  done.catch(() => undefined);
  try {
    for await (const chunk of output as AsyncIterable<Uint8Array>) {
      meter.written += chunk.length;
      checkOutput(meter, limits);
      yield chunk;
    }
    await done;
  } catch (error) {
    throw toBomError(error);
  } finally {
    inflate.destroy();
  }
}

async function* bounded(chunks: Chunks, limits: ReadLimits): AsyncGenerator<Uint8Array> {
  let total = 0;
  for await (const chunk of chunks) {
    total += chunk.length;
    if (total > limits.maxBytes) {
      throw new BomError('too-large', `The document is larger than ${limits.maxBytes} bytes.`);
    }
    yield chunk;
  }
}

async function* prepended(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield first;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

async function* asAsync(chunks: Chunks): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

/** Decompresses gzip and zstd, recognised by their first bytes. Throws if a limit is exceeded. */
export async function* decompress(chunks: Chunks, limits: ReadLimits): AsyncGenerator<Uint8Array> {
  const iterator = asAsync(chunks);
  const first = await iterator.next();
  if (first.done) return;
  const all = prepended(first.value, iterator);
  const inflate = findDecompressor(first.value);
  yield* inflate === undefined ? bounded(all, limits) : inflated(all, inflate, limits);
}
