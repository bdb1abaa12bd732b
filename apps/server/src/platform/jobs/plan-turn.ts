/**
 * Fair turns between those who enqueue jobs of one kind (self-clocked fair queueing). A job gets a number, and smaller
 * numbers start first. Whoever has nothing waiting is placed where the queue stands now, plus the cost of the job; whoever
 * has much waiting is placed behind as much. Nobody starves: the queue moves on with every job that is started, and
 * newcomers are placed behind where it stands.
 */

/** For whom a job is, and how much work it is. */
export interface Turn {
  /** Who shares turns with himself. */
  readonly principal: string;
  readonly bytes: number;
}

/** What waits in the queue, as far as a new job is concerned. */
export interface WaitingTurns {
  /** Where the queue stands: the number of the job that was started last. */
  readonly current: number;
  /** The number of the last job of the same key, which has to be done before. */
  readonly lastOfKey: number | null;
  /** How many other keys wait in the same lane. */
  readonly keysInLane: number;
}

/** What takes longer than an instant to process. */
const LARGE_BYTES = 256 * 1_024;

/** About as much work as a document of a single component, which is mostly the same for all. */
const BYTES_PER_COST = 1_024 * 1_024;

/** However large a document is, it is not passed by more than so many others of each principal. */
const MOST_COST = 100;

function isLarge(bytes: number): boolean {
  return bytes >= LARGE_BYTES;
}

/** Small work of a principal does not wait behind its large work. */
export function toLane({ principal, bytes }: Turn): string {
  return `${isLarge(bytes) ? LARGE_LANE : SMALL_LANE}${principal}`;
}

/** All lanes of a principal. */
export function listLanes(principal: string): string[] {
  return [`${SMALL_LANE}${principal}`, `${LARGE_LANE}${principal}`];
}

export const SMALL_LANE = 'small ';
const LARGE_LANE = 'large ';

export function toCost(bytes: number): number {
  return Math.min(1 + Math.floor(bytes / BYTES_PER_COST), MOST_COST);
}

export function planTurn({ current, lastOfKey, keysInLane }: WaitingTurns, cost: number): number {
  const start = Math.max(current + keysInLane, lastOfKey ?? 0);
  return start + cost;
}

/** pg-boss starts jobs of higher priority first. Above all priorities that jobs without turns have. */
const FIRST_TURN_PRIORITY = 1_000_000_000;
const LOWEST_TURN_PRIORITY = 1_000;

export function toPriority(turn: number): number {
  return Math.max(FIRST_TURN_PRIORITY - turn, LOWEST_TURN_PRIORITY);
}

export function toTurnNumber(priority: number): number {
  return FIRST_TURN_PRIORITY - priority;
}
