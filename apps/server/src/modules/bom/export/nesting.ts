/** Which component or service stands inside which, all in the order of the document. */
export interface Nesting {
  readonly roots: readonly number[];
  childrenOf(id: number): readonly number[];
}

export interface NestedIds {
  /** All ids in order. */
  readonly ids: readonly number[];
  /** Where each of them stands: the id of what contains it, 0 when nothing does. */
  readonly parents: readonly number[];
}

/** What stands inside something that is not there any more stands at the top. */
export function toNesting({ ids, parents }: NestedIds): Nesting {
  if (parents.every((parent) => parent === 0)) return { roots: ids, childrenOf: () => [] };
  const known = new Set(ids);
  const [roots, children]: [number[], Map<number, number[]>] = [[], new Map()];
  for (const [index, id] of ids.entries()) {
    const parent = parents[index] ?? 0;
    if (!known.has(parent)) roots.push(id);
    else if (children.has(parent)) children.get(parent)?.push(id);
    else children.set(parent, [id]);
  }
  return { roots, childrenOf: (id) => children.get(id) ?? [] };
}

/** The ids with all that stands inside them, each before what it contains. */
export function withDescendants(ids: readonly number[], nesting: Nesting): number[] {
  return ids.flatMap((id) => [id, ...withDescendants(nesting.childrenOf(id), nesting)]);
}
