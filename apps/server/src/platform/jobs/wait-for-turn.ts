import { setTimeout as sleep } from 'node:timers/promises';

/** With this many jobs waiting, a principal keeps every node busy. */
const MAX_WAITING = 8;

/** Shorter than the timeouts of clients. */
const MAX_WAIT_MS = 5_000;
const STEP_MS = 200;

/**
 * Slows down a principal whose work is accepted faster than it is processed: acceptance would take the CPU that the
 * work needs. Other principals do not wait.
 */
export async function waitForTurn(countWaiting: (max: number) => Promise<number>): Promise<void> {
  const max = MAX_WAITING + 1;
  for (let waited = 0; waited < MAX_WAIT_MS && (await countWaiting(max)) > MAX_WAITING; waited += STEP_MS) {
    await sleep(STEP_MS);
  }
}
