export interface PlacedNode {
  readonly id: string;
  /** Steps from the root. */
  readonly column: number;
  /** In rows; halves stand between two. */
  readonly row: number;
}

interface GraphEdge {
  readonly from: string;
  readonly to: string;
  /** False for the first way to a node, which the layout follows. */
  readonly isFurther: boolean;
}

export interface GraphLayout {
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly GraphEdge[];
  /** Number of nodes that were left out. */
  readonly omitted: number;
}

type ChildrenOf = (id: string) => readonly string[];

/**
 * Places every node once, in the column of its shortest way from the root, so that a cycle is an edge that leads back.
 * Parents stand at the middle of their children. At most `max` nodes are placed, those near the root first.
 */
export function layoutGraph(root: string, childrenOf: ChildrenOf, max: number): GraphLayout {
  const columns = new Map([[root, 0]]);
  const own = new Map<string, string[]>();
  const edges: GraphEdge[] = [];
  const omitted = new Set<string>();
  for (const [id, column] of columns) {
    for (const child of new Set(childrenOf(id))) {
      const isFurther = columns.has(child);
      if (!isFurther && columns.size >= max) {
        omitted.add(child);
        continue;
      }
      edges.push({ from: id, to: child, isFurther });
      if (isFurther) continue;
      columns.set(child, column + 1);
      own.set(id, [...(own.get(id) ?? []), child]);
    }
  }
  const rows = placeRows([...columns.keys()], root, own);
  const nodes = [...columns].map(([id, column]) => ({ id, column, row: rows.get(id) ?? 0 }));
  return { nodes, edges, omitted: omitted.size };
}

/** Nodes without children get rows of their own from top to bottom. `ids` has parents before their children. */
function placeRows(
  ids: readonly string[],
  root: string,
  own: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, number> {
  const rows = new Map<string, number>();
  let next = 0;
  const waiting = [root];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const children = own.get(id);
    if (children) waiting.push(...children.toReversed());
    else rows.set(id, next++);
  }
  for (const id of ids.toReversed()) {
    const children = own.get(id);
    if (!children) continue;
    const [first = 0, last = first] = [rows.get(children[0] ?? ''), rows.get(children.at(-1) ?? '')];
    rows.set(id, (first + last) / 2);
  }
  return rows;
}

export type Direction = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

/** The nearest node in a direction: in the next column, or above or below in the same one. */
export function findNeighbour(
  nodes: readonly PlacedNode[],
  from: PlacedNode,
  direction: Direction,
): PlacedNode | undefined {
  const step = direction === 'ArrowLeft' || direction === 'ArrowUp' ? -1 : 1;
  const isSideways = direction === 'ArrowLeft' || direction === 'ArrowRight';
  const candidates = nodes.filter((node) =>
    isSideways
      ? node.column === from.column + step
      : node.column === from.column && (node.row - from.row) * step > 0,
  );
  return candidates.toSorted((a, b) => Math.abs(a.row - from.row) - Math.abs(b.row - from.row))[0];
}
