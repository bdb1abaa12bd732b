import { setTimeout } from 'node:timers/promises';

const INTERVAL_MS = 100;

/** Waits until the condition is true. */
export async function poll(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await setTimeout(INTERVAL_MS);
}
