import type { ByteCapture } from './byte-capture.ts';
import type { Frame } from './split-frames.ts';

/** The objects, lists and elements that are open, and which bytes of the current chunk belong to the innermost element. */
export class FrameStack {
  readonly #frames: Frame[] = [];
  /** Where the part of the current chunk begins that is to be kept; -1 when nothing is. */
  #keptFrom = -1;
  top: Frame | undefined;
  /** Deeper than this nothing is looked at. */
  watchDepth = 0;

  push(frame: Frame): void {
    this.#frames.push(frame);
    this.#look();
  }

  pop(): void {
    this.#frames.pop();
    this.#look();
  }

  /** Keeps bytes from here on. */
  keepFrom(index: number): void {
    this.#keptFrom = index;
  }

  /** Keeps bytes up to here and no more. */
  keepUntil(chunk: Uint8Array, end: number, capture: ByteCapture = this.#innermostCapture()): void {
    capture.add(chunk.subarray(this.#keptFrom, end));
    this.#keptFrom = -1;
  }

  /** Keeps the rest of a chunk that is over; the next one goes on from its beginning. */
  keepRest(chunk: Uint8Array): void {
    if (this.#keptFrom < 0) return;
    this.keepUntil(chunk, chunk.length);
    this.#keptFrom = 0;
  }

  /** Counts values of the innermost element. */
  countValues(values: number): void {
    this.#innermostCapture().countValues(values);
  }

  #look(): void {
    this.top = this.#frames.at(-1);
    this.watchDepth = this.top?.depth ?? 0;
  }

  #innermostCapture(): ByteCapture {
    for (let index = this.#frames.length - 1; index >= 0; index--) {
      const frame = this.#frames[index] as Frame;
      if (frame.kind !== 'list' && frame.capture !== undefined) return frame.capture;
    }
    throw new Error('No element is being read.');
  }
}
