import { BACKSLASH, CLOSE_BRACE, COMMA, FOLD, OPEN_BRACE, QUOTE } from './json-bytes.ts';
import { unescapeKey } from './unescape-key.ts';

/** Longer than every name and version that is searched for. */
const MAX_TEXT_BYTES = 64;

export type SpecVersionSearch =
  | { readonly state: 'searching' }
  | { readonly state: 'found'; readonly text: string }
  /** The document has no such member, or its value is not a string. */
  | { readonly state: 'absent'; readonly foreign?: ForeignFormat };

/** Formats that users mistake for CycloneDX. */
export type ForeignFormat = 'SPDX' | 'OpenVEX' | 'CSAF';

/**
 * Finds the member `specVersion` of the document without parsing anything else. Most documents start with it; some
 * tools write it last.
 */
export class SpecVersionFinder {
  #search: SpecVersionSearch = { state: 'searching' };
  #depth = 0;
  #inString = false;
  #escaped = false;
  #text: number[] = [];
  #key: string | undefined;
  #foreign: ForeignFormat | undefined;

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
      if (this.#depth <= 2) this.#endString();
      return;
    }
    if (this.#depth <= 2 && this.#text.length <= MAX_TEXT_BYTES) this.#text.push(byte);
  }

  #endString(): void {
    const text = unescapeKey(Buffer.from(this.#text).toString('utf8'));
    this.#foreign ??= findForeign(this.#depth, this.#key, text);
    if (this.#depth > 1) return;
    if (this.#key === undefined) this.#key = text;
    else if (this.#key === 'specVersion') this.#search = { state: 'found', text };
  }

  #structure(byte: number): void {
    const folded = byte | FOLD;
    if (folded === OPEN_BRACE) this.#depth++;
    else if (folded === CLOSE_BRACE) {
      if (--this.#depth <= 0) this.#search = this.#absent();
    } else if (byte === COMMA && this.#depth === 1) {
      if (this.#key === 'specVersion') this.#search = this.#absent();
      this.#key = undefined;
    }
  }
  #absent(): SpecVersionSearch {
    return { state: 'absent', ...(this.#foreign ? { foreign: this.#foreign } : {}) };
  }
}

/** Detects the mandatory members of these formats: `spdxVersion`, `@context`, and `csaf_version` in `document`. */
function findForeign(depth: number, key: string | undefined, text: string): ForeignFormat | undefined {
  if (depth === 1 && key === undefined && text === 'spdxVersion') return 'SPDX';
  if (key === '@context' && /spdx\.org/.test(text)) return 'SPDX';
  if (key === '@context' && /openvex/.test(text)) return 'OpenVEX';
  return depth === 2 && key === 'document' && text === 'csaf_version' ? 'CSAF' : undefined;
}
