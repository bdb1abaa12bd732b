/** Messages of a pool to its thread: a task, or that one more message was consumed. */
export type ToThread = { readonly task: unknown } | { readonly consumed: true };

/**
 * Messages of a thread to its pool: that it has started, then the messages of each task. A task ends with a result or a
 * failure, and with the memory that the thread holds.
 */
export type FromThread =
  | { readonly ready: true }
  | { readonly message: unknown }
  | { readonly result: unknown; readonly heldBytes: number }
  | {
      readonly heldBytes: number;
      readonly failure: { readonly name: string; readonly message: string; readonly stack?: string };
    };

/** Messages that may be unconsumed: enough to keep both sides busy, few enough to limit memory. */
export const WINDOW = 8;
