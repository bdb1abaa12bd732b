import type { GraphNode } from '@tallyman/contract';

type Graph = Readonly<Record<string, GraphNode>>;

/**
 * One of the shortest paths from the root to each target, merged into a tree: the children of each node by its id. Targets
 * that the root does not lead to are left out. A node has one parent, so there are no cycles.
 */
export function mergeShortestPaths(
  graph: Graph,
  root: string,
  roots: readonly string[],
  targets: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const parents = new Map(roots.filter((id) => graph[id]).map((id) => [id, root]));
  // Nodes that are added meanwhile are visited, too: those near the root first.
  for (const [id] of parents) {
    for (const child of graph[id]?.dependencyGraph ?? []) {
      if (graph[child] && !parents.has(child)) parents.set(child, id);
    }
  }
  const tree = new Map<string, string[]>();
  const kept = new Set([root]);
  for (const target of targets) {
    for (let id = target; !kept.has(id); ) {
      const parent = parents.get(id);
      if (parent === undefined) break;
      kept.add(id);
      tree.set(parent, [...(tree.get(parent) ?? []), id]);
      id = parent;
    }
  }
  return tree;
}
