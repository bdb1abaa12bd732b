import { TextDecoder } from 'node:util';
import { BomError } from '../bom-error.ts';
import { placeViolation } from '../document-place.ts';

const DECLARED_ENCODING = /^<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z][A-Za-z0-9._-]*)["']/;
/** Longer than every XML declaration. */
const DECLARATION_BYTES = 256;

function findUtf16(head: Uint8Array): string | undefined {
  const [a, b] = head;
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return 'utf-16le';
  return (a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c) ? 'utf-16be' : undefined;
}

/** The encoding that the document declares; UTF-8 by default. */
export function encodingOf(head: Uint8Array): string {
  const utf16 = findUtf16(head);
  if (utf16 !== undefined) return utf16;
  const text = Buffer.from(head.subarray(0, DECLARATION_BYTES)).toString('latin1').trimStart();
  return DECLARED_ENCODING.exec(text)?.[1] ?? 'utf-8';
}

function createDecoder(head: Uint8Array): TextDecoder {
  const encoding = encodingOf(head);
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch (error) {
    const message = `The encoding "${encoding}" is not supported.`;
    const violations = [placeViolation({ line: 1, column: 1 }, message)];
    throw new BomError('invalid-encoding', message, { cause: error, violations });
  }
}

function decode(decoder: TextDecoder, chunk: Uint8Array | undefined): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch (error) {
    throw new BomError('invalid-encoding', `The document is not valid ${decoder.encoding.toUpperCase()}.`, {
      cause: error,
    });
  }
}

/** Decodes an XML document in its declared encoding; UTF-8 by default. */
export async function* decodeXml(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  for await (const chunk of chunks) {
    decoder ??= createDecoder(chunk);
    yield decode(decoder, chunk);
  }
  if (decoder !== undefined) yield decode(decoder, undefined);
}
