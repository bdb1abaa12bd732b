import { BACKSLASH, CLOSE_BRACE, COMMA, FOLD, OPEN_BRACE, QUOTE } from './json-bytes.ts';
import { unescapeKey } from './unescape-key.ts';

/** Longer than any name or version that we look for. */
const MAX_TEXT_BYTES = 64;

export type SpecVersionSearch =
  | { readonly state: 'searching' }
  | { readonly state: 'found'; readonly text: string }
  /** The document ended without it, or its value is not a string. */
  | { readonly state: 'absent' };

/**
 * Finds `specVersion` among the members of the document itself without parsing anything else. Most documents have
 * it in their first line; some tools write it last.
 */
export class SpecVersionFinder {
  #search: SpecVersionSearch = { state: 'searching' };
  #depth = 0;
  #inString = false;
  #escaped = false;
  #text: number[] = [];
  #key: string | undefined;

  get result(): SpecVersionSearch {
    return this.#search;
  }

  write(chunk: Uint8Array): SpecVersionSearch {
    for (let index = 0; index < chunk.length && this.#search.state === 'searching'; index++) {
      const byte = chunk[index] as number;
      if (this.#inString) this.#stringByte(byte);
      else if (byte === QUOTE) this.#beginString();
      else this.#structure(byte);
    }
    return this.#search;
  }

  #beginString(): void {
    this.#inString = true;
    this.#text = [];
  }

  #stringByte(byte: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === QUOTE) {
      this.#inString = false;
      if (this.#depth === 1) this.#endString();
      return;
    }
    if (this.#depth === 1 && this.#text.length <= MAX_TEXT_BYTES) this.#text.push(byte);
  }

  #endString(): void {
    const text = unescapeKey(Buffer.from(this.#text).toString('utf8'));
    if (this.#key === undefined) this.#key = text;
    else if (this.#key === 'specVersion') this.#search = { state: 'found', text };
  }

  #structure(byte: number): void {
    const folded = byte | FOLD;
    if (folded === OPEN_BRACE) this.#depth++;
    else if (folded === CLOSE_BRACE) {
      if (--this.#depth <= 0) this.#search = { state: 'absent' };
    } else if (byte === COMMA && this.#depth === 1) {
      if (this.#key === 'specVersion') this.#search = { state: 'absent' };
      this.#key = undefined;
    }
  }
}
