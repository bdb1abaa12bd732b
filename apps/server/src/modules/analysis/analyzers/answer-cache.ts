/** Caches the answers of external analyzers about package URLs. */
export interface AnswerCache {
  find(analyzer: string, purls: readonly string[]): Promise<Map<string, unknown>>;
  store(analyzer: string, answers: ReadonlyMap<string, object>): Promise<void>;
}
