/** The members that are neither null nor undefined, in their order. Most columns of a stored row are null. */
export function definedMembers<T extends object>(
  members: { readonly [Name in keyof T]: T[Name] | null | undefined },
): T {
  const defined: Partial<T> = {};
  for (const name in members) {
    const value = members[name];
    if (value !== null && value !== undefined) defined[name] = value;
  }
  return defined as T;
}
