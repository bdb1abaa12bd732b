import { BomError } from '../bom-error.ts';

/** A contiguous part of the document. */
export interface TextSlice {
  /** The line of the document where it starts. */
  readonly line: number;
  readonly text: string;
}

/** Collects the text of an element without its split children. */
export class TextCapture {
  readonly #slices: { line: number; text: string }[] = [];
  readonly #limit: number;
  #size = 0;
  /** The number of its elements and attributes. */
  values = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get slices(): readonly TextSlice[] {
    return this.#slices;
  }

  get size(): number {
    return this.#size;
  }

  begin(line: number): void {
    this.#slices.push({ line, text: '' });
  }

  append(text: string): void {
    this.#size += text.length;
    if (this.#size > this.#limit) {
      throw new BomError('too-large', `One element is larger than ${this.#limit} characters.`);
    }
    const last = this.#slices.at(-1);
    if (last !== undefined) last.text += text;
  }

  /** Appends the text of another capture. */
  absorb(other: TextCapture): void {
    for (const slice of other.slices) {
      this.begin(slice.line);
      this.append(slice.text);
    }
  }

  /** Splits before the last occurrence of a mark. */
  splitBefore(mark: string): [TextCapture, TextCapture] {
    const [before, after] = [new TextCapture(this.#limit), new TextCapture(this.#limit)];
    const last = this.#slices.at(-1);
    const index = last?.text.lastIndexOf(mark) ?? -1;
    if (last === undefined || index < 0) {
      after.absorb(this);
      return [before, after];
    }
    for (const slice of this.#slices.slice(0, -1)) before.absorb(sliceCapture(slice, this.#limit));
    before.absorb(sliceCapture({ line: last.line, text: last.text.slice(0, index) }, this.#limit));
    const lines = last.text.slice(0, index).split('\n').length - 1;
    after.absorb(sliceCapture({ line: last.line + lines, text: last.text.slice(index) }, this.#limit));
    return [before, after];
  }
}

function sliceCapture(slice: TextSlice, limit: number): TextCapture {
  const capture = new TextCapture(limit);
  capture.begin(slice.line);
  capture.append(slice.text);
  return capture;
}
