import { setTimeout as sleep } from 'node:timers/promises';

/** With so many of its jobs waiting, a principal can keep every node busy. */
const MOST_WAITING = 8;

/** Whoever waits for an answer does not give up before. */
const MOST_MS = 5_000;
const STEP_MS = 200;

/**
 * Keeps a principal from having work accepted faster than it is done: acceptance would take the turns that the work
 * needs. Others are not held up.
 */
export async function waitForTurn(countWaiting: (most: number) => Promise<number>): Promise<void> {
  const most = MOST_WAITING + 1;
  for (let waited = 0; waited < MOST_MS && (await countWaiting(most)) > MOST_WAITING; waited += STEP_MS) {
    await sleep(STEP_MS);
  }
}
