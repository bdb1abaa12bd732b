import { setTimeout as sleep } from 'node:timers/promises';

export interface Repetition {
  /** Waits for the current run of the work. */
  stop(): Promise<void>;
}

interface Repeated {
  readonly pauseMs: number;
  readonly work: (signal: AbortSignal) => Promise<void>;
  /** Not called for errors after the stop. */
  readonly onError: (error: unknown) => void;
}

/** Repeats the work with a pause in between, also after errors, until it is stopped. */
export function repeatUntilStopped({ pauseMs, work, onError }: Repeated): Repetition {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async () => {
    while (!signal.aborted) {
      await work(signal).catch((error: unknown) => {
        if (!signal.aborted) onError(error);
      });
      // Ends early when it is stopped.
      await sleep(pauseMs, undefined, { signal }).catch(() => {});
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
