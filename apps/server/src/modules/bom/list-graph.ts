import type { Dependency } from '@tallyman/cyclonedx';
import type { Db } from '../../platform/db/database.ts';
import { type Edge, listEdges } from './bom-export-store.ts';
import type { NodeNames } from './export/node-names.ts';

/** What the graph of the uploaded document says beyond what depends on what. */
export interface DeclaredGraph {
  /** Ids of what is said to depend on nothing, in ascending order. */
  readonly leaves: readonly number[];
  /** By names of the document that is written. */
  readonly provides: readonly Dependency[];
}

interface GraphEntry {
  readonly source: number;
  readonly targets: readonly number[];
}

const EDGES_AT_ONCE = 5_000;

/** The graph by its sources, the project first. */
export async function* listExportedDependencies(
  db: Db,
  projectId: number,
  names: NodeNames,
  declared: DeclaredGraph,
): AsyncGenerator<Dependency> {
  const nameOf = (id: number) => (id === 0 ? names.root : names.find(id));
  const provided = new Map(declared.provides.map(({ ref, provides }) => [ref, provides]));
  for await (const { source, targets } of withLeaves(listEdgesBySource(db, projectId), declared.leaves)) {
    const ref = nameOf(source);
    const dependsOn = targets.flatMap((id) => nameOf(id) ?? []);
    const isLeaf = targets.length === 0;
    if (ref === undefined || (dependsOn.length === 0 && !isLeaf)) continue;
    const provides = provided.get(ref);
    provided.delete(ref);
    yield { ref, ...(isLeaf ? {} : { dependsOn }), ...(provides ? { provides } : {}) };
  }
  for (const [ref, provides] of provided) yield { ref, ...(provides ? { provides } : {}) };
}

/** Both come in the order of their ids, and so does what is made of them. */
async function* withLeaves(
  sources: AsyncIterable<GraphEntry>,
  leaves: readonly number[],
): AsyncGenerator<GraphEntry> {
  let next = 0;
  for await (const entry of sources) {
    for (; (leaves[next] ?? Infinity) < entry.source; next++) yield toLeaf(leaves[next]);
    // It has got dependencies since.
    if (leaves[next] === entry.source) next++;
    yield entry;
  }
  for (; next < leaves.length; next++) yield toLeaf(leaves[next]);
}

function toLeaf(id: number | undefined): GraphEntry {
  return { source: id ?? 0, targets: [] };
}

async function* listEdgesBySource(db: Db, projectId: number): AsyncGenerator<GraphEntry> {
  let after: Edge = { source_id: -1, target_id: 0 };
  let targets: number[] = [];
  for (;;) {
    const edges = await listEdges(db, projectId, after, EDGES_AT_ONCE);
    for (const edge of edges) {
      if (targets.length > 0 && after.source_id !== edge.source_id) {
        yield { source: after.source_id, targets };
        targets = [];
      }
      targets.push(edge.target_id);
      after = edge;
    }
    if (edges.length < EDGES_AT_ONCE) break;
  }
  if (targets.length > 0) yield { source: after.source_id, targets };
}
