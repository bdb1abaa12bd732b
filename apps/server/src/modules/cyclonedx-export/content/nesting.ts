/** The nesting of components or services, in the order of the document. */
export interface Nesting {
  readonly roots: readonly number[];
  childrenOf(id: number): readonly number[];
}

export interface NestedIds {
  /** All ids in order. */
  readonly ids: readonly number[];
  /** The id of the parent of each nested node. */
  readonly parents: ReadonlyMap<number, number>;
}

/** Nodes whose parent was removed become roots. */
export function toNesting({ ids, parents }: NestedIds): Nesting {
  if (parents.size === 0) return { roots: ids, childrenOf: () => [] };
  const known = new Set(ids);
  const [roots, children]: [number[], Map<number, number[]>] = [[], new Map()];
  for (const id of ids) {
    const parent = parents.get(id) ?? 0;
    if (!known.has(parent)) roots.push(id);
    else if (children.has(parent)) children.get(parent)?.push(id);
    else children.set(parent, [id]);
  }
  return { roots, childrenOf: (id) => children.get(id) ?? [] };
}

/** The ids with those of all nested nodes, parents first. */
export function withDescendants(ids: readonly number[], nesting: Nesting): number[] {
  return ids.flatMap((id) => [id, ...withDescendants(nesting.childrenOf(id), nesting)]);
}
