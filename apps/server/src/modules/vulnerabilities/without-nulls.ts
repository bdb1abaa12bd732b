/** The wire leaves out what is not there. */
export function withoutNulls<T extends object>(members: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const said = Object.entries(members).filter(([, value]) => value !== null);
  return Object.fromEntries(said) as { [K in keyof T]?: NonNullable<T[K]> };
}
