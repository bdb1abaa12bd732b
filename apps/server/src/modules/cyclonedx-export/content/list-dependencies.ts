import { type Dependency, DistinctItems } from '@tallyman/cyclonedx';
import type { Db } from '../../../platform/db/database.ts';
import { loadEdges } from './exported-nodes-store.ts';
import type { NodeNames } from './node-names.ts';

/** The parts of the uploaded graph that are not edges. */
export interface DeclaredGraph {
  /** Ids of nodes that are declared without dependencies, in ascending order. */
  readonly leaves: readonly number[];
  /** With the references of the exported document. */
  readonly provides: readonly Dependency[];
}

interface GraphEntry {
  readonly source: number;
  readonly targets: readonly number[];
}

const EDGES_AT_ONCE = 5_000;

/** One entry for each node with dependencies, the project first. */
export function listExportedDependencies(
  db: Db,
  projectId: number,
  names: NodeNames,
  declared: DeclaredGraph,
): DistinctItems<Dependency> {
  return new DistinctItems(listBlocks(db, projectId, names, declared));
}

async function* listBlocks(
  db: Db,
  projectId: number,
  names: NodeNames,
  declared: DeclaredGraph,
): AsyncGenerator<Iterable<Dependency>> {
  const provided = new Map(declared.provides.map(({ ref, provides }) => [ref, provides]));
  for await (const entries of withLeaves(listEntries(db, projectId), declared.leaves)) {
    yield toDependencies(entries, names, provided);
  }
  yield [...provided].map(([ref, provides]) => ({ ref, ...(provides ? { provides } : {}) }));
}

/** Removes from `provided` what it has yielded. */
function* toDependencies(
  entries: Iterable<GraphEntry>,
  names: NodeNames,
  provided: Map<string, Dependency['provides']>,
): Generator<Dependency> {
  const nameOf = (id: number) => (id === 0 ? names.root : names.find(id));
  for (const { source, targets } of entries) {
    const ref = nameOf(source);
    const dependsOn = targets.map(nameOf).filter((name) => name !== undefined);
    const isLeaf = targets.length === 0;
    if (ref === undefined || (dependsOn.length === 0 && !isLeaf)) continue;
    const provides = provided.get(ref);
    provided.delete(ref);
    yield { ref, ...(isLeaf ? {} : { dependsOn }), ...(provides ? { provides } : {}) };
  }
}

/** Merges the entries and the leaves, which are both ordered by id. */
async function* withLeaves(
  blocks: AsyncIterable<readonly GraphEntry[]>,
  leaves: readonly number[],
): AsyncGenerator<Iterable<GraphEntry>> {
  const waiting = leaves.values();
  let leaf = waiting.next();
  const before = function* (source: number): Generator<GraphEntry> {
    for (; !leaf.done && leaf.value < source; leaf = waiting.next())
      yield { source: leaf.value, targets: [] };
  };
  for await (const entries of blocks) {
    yield (function* () {
      for (const entry of entries) {
        yield* before(entry.source);
        // It has dependencies by now.
        if (leaf.value === entry.source) leaf = waiting.next();
        yield entry;
      }
    })();
  }
  yield before(Infinity);
}

/** A source whose edges are in two blocks is yielded with the second one. */
async function* listEntries(db: Db, projectId: number): AsyncGenerator<GraphEntry[]> {
  let last: readonly [number, number] = [-1, 0];
  let open: { source: number; targets: number[] } | undefined;
  for (;;) {
    const { sources, targets } = await loadEdges(db, projectId, last, EDGES_AT_ONCE);
    const complete: GraphEntry[] = [];
    for (const [index, source] of sources.entries()) {
      const target = targets[index] ?? 0;
      if (open?.source !== source) {
        if (open) complete.push(open);
        open = { source, targets: [] };
      }
      open.targets.push(target);
      last = [source, target];
    }
    yield complete;
    if (sources.length < EDGES_AT_ONCE) break;
  }
  if (open) yield [open];
}
