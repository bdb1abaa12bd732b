/** The members that say something, in the order in which they stand; most of a stored row says nothing. */
export function saidMembers<T extends object>(
  members: { readonly [Name in keyof T]: T[Name] | null | undefined },
): T {
  const said: Partial<T> = {};
  for (const name in members) {
    const value = members[name];
    if (value !== null && value !== undefined) said[name] = value;
  }
  return said as T;
}
