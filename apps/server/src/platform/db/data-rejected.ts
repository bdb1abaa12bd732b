/** Codes of PostgreSQL for values, rows and statements that it refuses each time it is given them. */
const REJECTED = /^(21|22|42|54)...$|^235(02|14)$/;

/** Whether the database refuses what it was given: another attempt would be refused like this one. */
export function isDataRejected(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && REJECTED.test(code);
}
