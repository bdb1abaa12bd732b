import { TextDecoder } from 'node:util';
import type { TextPlace } from '../document-place.ts';
import { encodingOf } from '../xml/decode-xml.ts';

/** Small enough that the replacement character in it marks the error. */
const STEP_BYTES = 1_024;

const REPLACEMENT = '\ufffd';

/** Finds the first position that is invalid in the declared encoding. */
export async function locateEncodingError(chunks: AsyncIterable<Uint8Array>): Promise<TextPlace | undefined> {
  let scan: EncodingScan | undefined;
  for await (const chunk of chunks) {
    scan ??= new EncodingScan(encodingOf(chunk));
    for (let from = 0; from < chunk.length; from += STEP_BYTES) {
      const place = scan.take(chunk.subarray(from, from + STEP_BYTES));
      if (place) return place;
    }
  }
  return scan?.end();
}

/** One decoder detects the error, the other one locates it by a replacement character. */
class EncodingScan {
  readonly #strict: TextDecoder;
  readonly #marking: TextDecoder;
  #line = 1;
  #column = 1;

  constructor(encoding: string) {
    this.#strict = new TextDecoder(encoding, { fatal: true });
    this.#marking = new TextDecoder(encoding);
  }

  take(step: Uint8Array): TextPlace | undefined {
    return this.#decode(step, true);
  }

  end(): TextPlace | undefined {
    return this.#decode(new Uint8Array(), false);
  }

  #decode(step: Uint8Array, stream: boolean): TextPlace | undefined {
    const text = this.#marking.decode(step, { stream });
    try {
      this.#strict.decode(step, { stream });
      this.#count(text);
      return undefined;
    } catch {
      const mark = text.indexOf(REPLACEMENT);
      this.#count(mark < 0 ? text : text.slice(0, mark));
      return { line: this.#line, column: this.#column };
    }
  }

  #count(text: string): void {
    const lines = text.split('\n');
    const last = [...(lines.at(-1) ?? '')].length;
    this.#line += lines.length - 1;
    this.#column = lines.length > 1 ? last + 1 : this.#column + last;
  }
}
