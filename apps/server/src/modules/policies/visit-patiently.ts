import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long one condition may take in one project, all components or findings together. */
const MOST_MS = 5_000;
const TURN_MS = 25;
/** Most evaluations take less than looking at the clock. */
const LOOKS_AT_CLOCK_EVERY = 8;
const SLOW_MS = 1;

/**
 * Shows items to a visitor until it has seen enough or has taken too long; others have a turn in between. Answers how
 * many were shown, and whether time was up.
 */
export async function visitPatiently<Item>(
  items: readonly Item[],
  visit: (item: Item) => boolean,
  mostMs = MOST_MS,
): Promise<{ readonly seen: number; readonly isLate: boolean }> {
  let taken = 0;
  let turnBegan = performance.now();
  let lookedAt = turnBegan;
  let isSlow = false;
  let seen = 0;
  for (const item of items) {
    const goesOn = visit(item);
    seen += 1;
    if (!goesOn) return { seen, isLate: false };
    if (!isSlow && seen % LOOKS_AT_CLOCK_EVERY !== 0) continue;
    const now = performance.now();
    const turn = now - turnBegan;
    isSlow = now - lookedAt > SLOW_MS;
    lookedAt = now;
    if (taken + turn > mostMs) return { seen, isLate: seen < items.length };
    if (turn < TURN_MS) continue;
    taken += turn;
    await nextTurn();
    turnBegan = performance.now();
    lookedAt = turnBegan;
  }
  return { seen, isLate: false };
}
