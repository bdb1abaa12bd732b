import { BomError } from '../bom-error.ts';

/** Bytes that belong together though they arrive in several chunks. */
export class ByteCapture {
  readonly #parts: Uint8Array[] = [];
  readonly #limit: number;
  #size = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(part: Uint8Array): void {
    if (part.length === 0) return;
    this.#size += part.length;
    if (this.#size > this.#limit) {
      throw new BomError('too-large', `One element is larger than ${this.#limit} bytes.`);
    }
    this.#parts.push(part);
  }

  bytes(): Buffer {
    const [only] = this.#parts;
    if (this.#parts.length === 1 && only !== undefined) {
      return Buffer.from(only.buffer, only.byteOffset, only.byteLength);
    }
    return Buffer.concat(this.#parts, this.#size);
  }
}
