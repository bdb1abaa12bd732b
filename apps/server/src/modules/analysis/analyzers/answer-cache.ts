/** Caches the answers of external analyzers about package URLs or CPE names. */
export interface AnswerCache {
  /** Older answers are not returned. */
  find(analyzer: string, keys: readonly string[], maxAgeMs: number): Promise<Map<string, unknown>>;
  store(analyzer: string, answers: ReadonlyMap<string, object>): Promise<void>;
}

const HOUR_MS = 3_600_000;

/** No answer is used longer than this. */
export const ANSWER_MAX_AGE_MS = 24 * HOUR_MS;
