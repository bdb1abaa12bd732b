/**
 * "One entry is emitted per group", and groups are told apart by state, justification, response and details alone. A
 * rating that was decided for some components of an entry says in its justification for which, and an import reads it.
 */
export function justifyRating(refs: readonly string[]): string {
  return `${BEGINNING}${JSON.stringify([...refs].sort())}`;
}

const BEGINNING = 'Only for ';

/** The references that a rating of an entry is for; `undefined` where it is for all of them. */
export function findRatedRefs(
  justification: string | undefined,
  refs: ReadonlySet<string>,
): readonly string[] | undefined {
  if (!justification?.startsWith(BEGINNING)) return undefined;
  const said = parseList(justification.slice(BEGINNING.length));
  return said?.every((ref) => refs.has(ref)) ? said : undefined;
}

function parseList(text: string): string[] | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) && parsed.every((ref) => typeof ref === 'string') ? parsed : undefined;
  } catch {
    return undefined;
  }
}
