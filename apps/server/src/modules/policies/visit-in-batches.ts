import { setImmediate as nextTurn } from 'node:timers/promises';

/** The longest time that one condition may take in one project, over all components or findings. */
const TIMEOUT_MS = 5_000;
const BATCH_MS = 25;
/** Most evaluations take less time than reading the clock. */
const CLOCK_INTERVAL = 8;
const SLOW_MS = 1;

/**
 * Visits items until the visitor returns false or the timeout is reached. Yields to other work after each batch.
 * Returns how many items were visited, and whether the timeout ended it.
 */
export async function visitInBatches<Item>(
  items: readonly Item[],
  visit: (item: Item) => boolean,
  timeoutMs = TIMEOUT_MS,
): Promise<{ readonly visited: number; readonly isTimedOut: boolean }> {
  let elapsed = 0;
  let batchStart = performance.now();
  let clockReadAt = batchStart;
  let isSlow = false;
  let visited = 0;
  for (const item of items) {
    const isContinued = visit(item);
    visited += 1;
    if (!isContinued) return { visited, isTimedOut: false };
    if (!isSlow && visited % CLOCK_INTERVAL !== 0) continue;
    const now = performance.now();
    const batchMs = now - batchStart;
    isSlow = now - clockReadAt > SLOW_MS;
    clockReadAt = now;
    if (elapsed + batchMs > timeoutMs) return { visited, isTimedOut: visited < items.length };
    if (batchMs < BATCH_MS) continue;
    elapsed += batchMs;
    await nextTurn();
    batchStart = performance.now();
    clockReadAt = batchStart;
  }
  return { visited, isTimedOut: false };
}
