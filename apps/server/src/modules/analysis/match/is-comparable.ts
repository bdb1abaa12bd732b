/** Words such as `latest` or `main` come neither before nor after any version. */
export function isComparable(version: string): boolean {
  return /\d/.test(version);
}
