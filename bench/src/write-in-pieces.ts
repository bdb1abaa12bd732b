import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const PIECE = 1_000_000;

/** Writes a file of any size, combining small strings into large writes. */
export async function writeInPieces(path: string, texts: Iterable<string>): Promise<void> {
  await pipeline(Readable.from(inPieces(texts)), createWriteStream(path));
}

function* inPieces(texts: Iterable<string>): Generator<string> {
  let piece = '';
  for (const text of texts) {
    piece += text;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}
