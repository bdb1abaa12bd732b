import type { ReadLimits } from '../read-limits.ts';
import { type BomSource, openSource } from './bom-source.ts';
import { decompress } from './decompress.ts';

const UTF8_MARK = [0xef, 0xbb, 0xbf];

function withoutMark(chunk: Uint8Array): Uint8Array {
  return UTF8_MARK.every((byte, index) => chunk[index] === byte) ? chunk.subarray(UTF8_MARK.length) : chunk;
}

/** The bytes of a document, decompressed within the limits and without a UTF-8 byte-order mark. */
export async function* openDocument(source: BomSource, limits: ReadLimits): AsyncGenerator<Uint8Array> {
  let first = true;
  for await (const chunk of decompress(openSource(source), limits)) {
    yield first ? withoutMark(chunk) : chunk;
    first = false;
  }
}
