import { BomError } from '../bom-error.ts';

/** Collects the bytes of one element over several chunks and counts its values. */
export class ByteCapture {
  readonly #parts: Uint8Array[] = [];
  readonly #limit: number;
  readonly #maxValues: number;
  #size = 0;
  #values = 0;

  constructor(limit: number, maxValues: number) {
    this.#limit = limit;
    this.#maxValues = maxValues;
  }

  /** Throws before the element is parsed, because a million members cost far more than their bytes. */
  countValues(values: number): void {
    this.#values += values;
    if (this.#values > this.#maxValues) {
      throw new BomError(
        'too-large',
        `One element, such as one component, has more than ${this.#maxValues} members and list items.`,
      );
    }
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
