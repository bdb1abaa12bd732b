import { createReadStream } from 'node:fs';

/**
 * A document that can be opened twice, because its version may be at its end and is needed first. It may be compressed
 * with gzip or zstd.
 */
export type BomSource = Uint8Array | { readonly path: string };

const CHUNK_BYTES = 256 * 1024;

function* sliced(bytes: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES) yield bytes.subarray(from, from + CHUNK_BYTES);
}

/** The stored bytes in chunks, not decompressed. */
export function openSource(source: BomSource): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  return source instanceof Uint8Array
    ? sliced(source)
    : createReadStream(source.path, { highWaterMark: CHUNK_BYTES });
}
