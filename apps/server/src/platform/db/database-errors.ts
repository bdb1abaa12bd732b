/** The SQLSTATE of an error of PostgreSQL, or the code of a network error. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** The constraint that a write violated. Empty for other errors. */
export function violatedConstraint(error: unknown): string {
  return error instanceof Error && 'constraint' in error ? String(error.constraint ?? '') : '';
}

export function isUniqueViolation(error: unknown): boolean {
  return codeOf(error) === '23505';
}

/** A row that was referred to is missing: it was deleted meanwhile. */
export function isForeignKeyViolation(error: unknown): boolean {
  return codeOf(error) === '23503';
}

/** The transaction was rolled back because of others. The same transaction may succeed when it is repeated. */
export function isDeadlock(error: unknown): boolean {
  return /^(40P01|40001)$/.test(codeOf(error));
}

/** Lock not available in time, statement canceled (timeout), deadlock, serialisation failure. */
const BUSY = /^(55P03|57014|40P01|40001)$/;

/** The database stopped waiting for other transactions. Nothing was changed; the same request may succeed later. */
export function isDatabaseBusy(error: unknown): boolean {
  return BUSY.test(codeOf(error));
}

/** PostgreSQL has no space left on its disk. */
export function isDatabaseFull(error: unknown): boolean {
  return codeOf(error) === '53100';
}

const UNAVAILABLE = /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|57P0[1-3]|08...|53300)$/;

/** Errors that the driver throws without a code. */
const UNAVAILABLE_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** The database cannot be reached at the moment. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return UNAVAILABLE.test(codeOf(error)) || UNAVAILABLE_MESSAGE.test(error.message);
}

/** Values, rows and statements that PostgreSQL rejects whenever it is given them. */
const REJECTED = /^(21|22|42|54)...$|^235(02|14)$/;

/** The database rejects the data. A retry fails with the same error. */
export function isDataRejected(error: unknown): boolean {
  return REJECTED.test(codeOf(error));
}
