import { WINDOW } from '../../../platform/threads/thread-messages.ts';

/** Larger than the rows of a batch usually are. */
const SLOT_BYTES = 1024 * 1024;

/** Of a smaller document the slots would be most of the cost. */
const WORTHWHILE_BYTES = 4 * 1024 * 1024;

/** As many as there may be messages on their way, and one to write into. */
const SLOTS = WINDOW + 1;

/**
 * Memory that a thread and its caller share, for the rows of a large document. Handing over a new buffer for each
 * batch instead would make both collect garbage all the time, and stop the caller's event loop for it.
 */
export function createSlots(documentBytes: number): SharedArrayBuffer | undefined {
  return documentBytes < WORTHWHILE_BYTES ? undefined : new SharedArrayBuffer(SLOTS * SLOT_BYTES);
}

/** Writes texts into the slots in turn. A slot is used again when its message was consumed. */
export class SlotWriter {
  readonly #memory: Buffer | undefined;
  readonly #encoder = new TextEncoder();
  #slot = 0;

  constructor(slots: SharedArrayBuffer | undefined) {
    this.#memory = slots && Buffer.from(slots);
  }

  /** The bytes of a text, and what has to be transferred with them: a text that does not fit has memory of its own. */
  write(text: string): { readonly chunk: Uint8Array; readonly transfer: ArrayBuffer[] } {
    const memory = this.#memory;
    // No character takes more than three bytes for each of its code units.
    if (!memory || text.length * 3 > SLOT_BYTES) {
      const chunk = this.#encoder.encode(text);
      return { chunk, transfer: [chunk.buffer] };
    }
    const start = this.#slot * SLOT_BYTES;
    this.#slot = (this.#slot + 1) % SLOTS;
    return { chunk: memory.subarray(start, start + memory.write(text, start)), transfer: [] };
  }
}
