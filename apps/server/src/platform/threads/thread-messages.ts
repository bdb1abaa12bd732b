/** What a pool says to its thread: here is a task, or another message of it was consumed. */
export type ToThread = { readonly task: unknown } | { readonly consumed: true };

/**
 * What a thread says to its pool: that it has started, and then about each task. A task ends with a
 * result or a failure, and with the memory that the thread holds now.
 */
export type FromThread =
  | { readonly ready: true }
  | { readonly message: unknown }
  | { readonly result: unknown; readonly heldBytes: number }
  | {
      readonly heldBytes: number;
      readonly failure: { readonly name: string; readonly message: string; readonly stack?: string };
    };

/** Messages that may be on their way: enough to keep both sides busy, few enough to keep memory flat. */
export const WINDOW = 8;
