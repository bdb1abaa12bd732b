/** What analyzers answered about package URLs lately, so that nobody is asked again too soon. */
export interface KnownAnswers {
  find(analyzer: string, purls: readonly string[]): Promise<Map<string, unknown>>;
  keep(analyzer: string, answers: ReadonlyMap<string, object>): Promise<void>;
}
