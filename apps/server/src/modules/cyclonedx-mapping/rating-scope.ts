/**
 * "One entry is emitted per group", and groups differ in state, justification, response and details only. A rating that
 * was decided for some components of an entry names them in its justification, which an import reads.
 */
export function justifyRating(refs: readonly string[]): string {
  return `${PREFIX}${JSON.stringify([...refs].sort())}`;
}

const PREFIX = 'Only for ';

/** Returns the references that a rating is for, or undefined if it is for all references of the entry. */
export function findRatedRefs(
  justification: string | undefined,
  refs: ReadonlySet<string>,
): readonly string[] | undefined {
  if (!justification?.startsWith(PREFIX)) return undefined;
  const rated = parseList(justification.slice(PREFIX.length));
  return rated?.every((ref) => refs.has(ref)) ? rated : undefined;
}

function parseList(text: string): string[] | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) && parsed.every((ref) => typeof ref === 'string') ? parsed : undefined;
  } catch {
    return undefined;
  }
}
