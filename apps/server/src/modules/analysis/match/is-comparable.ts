/** Versions such as `latest` or `main` have no order. */
export function isComparable(version: string): boolean {
  return /\d/.test(version);
}
