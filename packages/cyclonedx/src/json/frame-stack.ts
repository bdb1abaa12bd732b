import type { ByteCapture } from './byte-capture.ts';
import type { Frame } from './split-frames.ts';

/** The open objects, lists and elements, and the bytes of the current chunk that belong to the innermost element. */
export class FrameStack {
  readonly #frames: Frame[] = [];
  /** The start of the bytes to capture in the current chunk; -1 if none. */
  #keptFrom = -1;
  top: Frame | undefined;
  /** Nothing below this depth is inspected. */
  watchDepth = 0;

  push(frame: Frame): void {
    this.#frames.push(frame);
    this.#look();
  }

  pop(): void {
    this.#frames.pop();
    this.#look();
  }

  /** Starts capturing at an index. */
  keepFrom(index: number): void {
    this.#keptFrom = index;
  }

  /** Captures up to an index and stops. */
  keepUntil(chunk: Uint8Array, end: number, capture: ByteCapture = this.#innermostCapture()): void {
    capture.add(chunk.subarray(this.#keptFrom, end));
    this.#keptFrom = -1;
  }

  /** Captures the rest of the chunk and continues at the start of the next one. */
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
