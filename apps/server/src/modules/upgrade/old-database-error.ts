export type OldDatabaseProblem = 'address' | 'unreachable' | 'foreign' | 'too-old';

/** Why a database cannot be read. The message says what to do, and holds no credentials. */
export class OldDatabaseError extends Error {
  override readonly name = 'OldDatabaseError';
  readonly problem: OldDatabaseProblem;

  constructor(problem: OldDatabaseProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}
