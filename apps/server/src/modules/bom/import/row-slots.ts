import { WINDOW } from '../../../platform/threads/thread-messages.ts';

/** Larger than most batches of rows. */
const SLOT_BYTES = 1024 * 1024;

/** For smaller documents the slots would cost more than they save. */
const WORTHWHILE_BYTES = 4 * 1024 * 1024;

/** One for each message that may be in flight, and one to write into. */
const SLOTS = WINDOW + 1;

/**
 * Memory shared between a thread and its caller, for the rows of a large document. A new buffer for each batch would
 * make the garbage collector block the event loop of the caller.
 */
export function createSlots(documentBytes: number): SharedArrayBuffer | undefined {
  return documentBytes < WORTHWHILE_BYTES ? undefined : new SharedArrayBuffer(SLOTS * SLOT_BYTES);
}

/** Writes texts into the slots in turn. A slot is reused after its message was consumed. */
export class SlotWriter {
  readonly #memory: Buffer | undefined;
  readonly #encoder = new TextEncoder();
  #slot = 0;

  constructor(slots: SharedArrayBuffer | undefined) {
    this.#memory = slots && Buffer.from(slots);
  }

  /** Returns the bytes of a text and the buffers to transfer. A text larger than a slot gets its own buffer. */
  write(text: string): { readonly chunk: Uint8Array; readonly transfer: ArrayBuffer[] } {
    const memory = this.#memory;
    // UTF-8 needs at most three bytes per UTF-16 code unit.
    if (!memory || text.length * 3 > SLOT_BYTES) {
      const chunk = this.#encoder.encode(text);
      return { chunk, transfer: [chunk.buffer] };
    }
    const start = this.#slot * SLOT_BYTES;
    this.#slot = (this.#slot + 1) % SLOTS;
    return { chunk: memory.subarray(start, start + memory.write(text, start)), transfer: [] };
  }
}
