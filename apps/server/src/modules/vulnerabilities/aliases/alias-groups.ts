/** Two nodes that an asserter states to be aliases. */
export interface AliasEdge {
  readonly left: string;
  readonly right: string;
}

export interface AliasMember {
  readonly node: string;
  readonly group: number;
}

/** The nodes of a group. A new group has no id yet: `null`. */
export interface PlannedGroup {
  readonly group: number | null;
  readonly nodes: readonly string[];
}

/** The connected components of the graph. A node without edges is a component of its own. */
function connectedComponents(nodes: Iterable<string>, edges: readonly AliasEdge[]): string[][] {
  const parents = new Map(Array.from(nodes, (node) => [node, node]));
  for (const { left, right } of edges) {
    for (const node of [left, right]) if (!parents.has(node)) parents.set(node, node);
    parents.set(findRoot(parents, left), findRoot(parents, right));
  }
  return [...Map.groupBy(parents.keys(), (node) => findRoot(parents, node)).values()];
}

function findRoot(parents: Map<string, string>, node: string): string {
  let root = node;
  for (let parent = parents.get(root); parent !== undefined && parent !== root; parent = parents.get(root)) {
    parents.set(root, parents.get(parent) ?? parent);
    root = parent;
  }
  return root;
}

/**
 * The alias groups: the connected components with more than one node. Merged groups keep the lowest of their ids. One
 * part of a split group keeps its id.
 */
export function planGroups(
  touched: Iterable<string>,
  members: readonly AliasMember[],
  edges: readonly AliasEdge[],
): PlannedGroup[] {
  const groupOf = new Map(members.map(({ node, group }) => [node, group]));
  const components = connectedComponents([...groupOf.keys(), ...touched], edges)
    .filter((nodes) => nodes.length > 1)
    .map((nodes) => nodes.sort())
    .sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
  const taken = new Set<number>();
  return components.map((nodes) => {
    const group = lowest(nodes.flatMap((node) => groupOf.get(node) ?? []).filter((id) => !taken.has(id)));
    if (group !== null) taken.add(group);
    return { group, nodes };
  });
}

function lowest(numbers: readonly number[]): number | null {
  return numbers.length === 0 ? null : numbers.reduce((a, b) => Math.min(a, b));
}
