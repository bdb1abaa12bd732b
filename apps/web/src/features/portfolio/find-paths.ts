import type { GraphNode } from '@tallyman/contract';

type Graph = Readonly<Record<string, GraphNode>>;

export interface FoundPaths {
  /** The shortest first. */
  readonly paths: readonly (readonly GraphNode[])[];
  /** There are more, or there may be. */
  readonly isCut: boolean;
}

/** Keeps a graph with very many paths from stopping the page. */
const MAX_STEPS = 20_000;

/** Paths from the direct dependencies of a project to a component. A path never visits a component twice. */
export function findPaths(graph: Graph, roots: readonly string[], target: string, most: number): FoundPaths {
  const waiting: GraphNode[][] = roots.flatMap((root) => (graph[root] ? [[graph[root]]] : []));
  const paths: GraphNode[][] = [];
  let steps = 0;
  for (const path of waiting) {
    if (paths.length === most || ++steps > MAX_STEPS) return { paths, isCut: true };
    const end = path.at(-1) as GraphNode;
    if (end.uuid === target) paths.push(path);
    else if (waiting.length < MAX_STEPS) waiting.push(...continued(graph, path, end, target));
  }
  return { paths, isCut: waiting.length >= MAX_STEPS };
}

function continued(graph: Graph, path: GraphNode[], end: GraphNode, target: string): GraphNode[][] {
  return end.dependencyGraph.flatMap((uuid) => {
    const next = graph[uuid];
    const leadsOn = next && (uuid === target || next.expandDependencyGraph) && !path.includes(next);
    return leadsOn ? [[...path, next]] : [];
  });
}
