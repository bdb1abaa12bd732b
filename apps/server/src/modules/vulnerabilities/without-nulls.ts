/** The wire leaves out what is not there. A loop, because lists call it some ten thousand times. */
export function withoutNulls<T extends object>(members: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const said: { [K in keyof T]?: NonNullable<T[K]> } = {};
  for (const name in members) {
    const value = members[name];
    if (value !== null) said[name] = value as NonNullable<typeof value>;
  }
  return said;
}
