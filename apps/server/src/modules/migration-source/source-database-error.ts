export type SourceDatabaseProblem = 'address' | 'unreachable' | 'foreign' | 'too-old';

/** Thrown if the source database cannot be read. The message says what to do and contains no credentials. */
export class SourceDatabaseError extends Error {
  override readonly name = 'SourceDatabaseError';
  readonly problem: SourceDatabaseProblem;

  constructor(problem: SourceDatabaseProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}
