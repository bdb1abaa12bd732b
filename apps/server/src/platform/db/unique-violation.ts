const UNIQUE_VIOLATION = '23505';

/** Whether a write was refused because it would have stored a value twice that must be unique. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;
}
