/**
 * Fair turns between principals who enqueue jobs of one kind (self-clocked fair queueing). A job gets a turn number, and
 * smaller numbers start first. A principal with nothing waiting gets the current turn plus the cost of the job; one with
 * much waiting gets a turn as far behind. No principal starves: the current turn rises with every job that is started, and new
 * jobs are placed after it.
 */

/** Who enqueues a job, and how large it is. */
export interface Turn {
  readonly principal: string;
  readonly bytes: number;
}

/** The state of a queue that decides the turn of a new job. */
export interface WaitingTurns {
  /** The turn of the job that was started last. */
  readonly current: number;
  /** The turn of the last job of the same key, which must run before. */
  readonly lastOfKey: number | null;
  /** How many other keys have jobs waiting in the same lane. */
  readonly keysInLane: number;
}

const LARGE_BYTES = 256 * 1_024;

/** A document of one component costs 1; each further unit of size costs about as much. */
const BYTES_PER_COST = 1_024 * 1_024;

/** A document of any size waits for at most this many small ones of each other principal. */
const MAX_COST = 100;

function isLarge(bytes: number): boolean {
  return bytes >= LARGE_BYTES;
}

/** Small jobs of a principal do not wait behind its large ones. */
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
  return Math.min(1 + Math.floor(bytes / BYTES_PER_COST), MAX_COST);
}

export function planTurn({ current, lastOfKey, keysInLane }: WaitingTurns, cost: number): number {
  const start = Math.max(current + keysInLane, lastOfKey ?? 0);
  return start + cost;
}

/** pg-boss starts jobs of higher priority first. These are above the priorities of jobs without turns. */
const FIRST_TURN_PRIORITY = 1_000_000_000;
const LOWEST_TURN_PRIORITY = 1_000;

export function toPriority(turn: number): number {
  return Math.max(FIRST_TURN_PRIORITY - turn, LOWEST_TURN_PRIORITY);
}

export function toTurnNumber(priority: number): number {
  return FIRST_TURN_PRIORITY - priority;
}
