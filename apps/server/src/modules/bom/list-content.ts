import type { Component, Dependency, Service } from '@tallyman/cyclonedx';
import type { Db } from '../../platform/db/database.ts';
import { componentToCyclonedx, type StoredComponent } from '../cyclonedx-mapping/component-to-cyclonedx.ts';
import { type StoredService, serviceToCyclonedx } from '../cyclonedx-mapping/service-to-cyclonedx.ts';
import { refersToOthers, withReferences } from '../cyclonedx-mapping/with-references.ts';
import {
  type Edge,
  listComponents,
  listEdges,
  listReferences,
  listServices,
  type Node,
} from './bom-export-store.ts';
import { inBlocks } from './export/in-blocks.ts';
import { type NestedIds, type Nesting, toNesting, withDescendants } from './export/nesting.ts';
import type { NodeIndex } from './export/node-index.ts';

/** The components of a project as a document has them, block by block as they are asked for. */
export function listExportedComponents(
  db: Db,
  projectId: number,
  nodes: NestedIds,
  index: NodeIndex,
): AsyncGenerator<Component> {
  let references: ReadonlyMap<string, string> | undefined;
  return listTrees<Node<StoredComponent>, Component>(nodes, index, {
    load: async (ids) => {
      const rows = await listComponents(db, ids);
      if (rows.some((row) => refersToOthers(row.rest))) references ??= await listReferences(db, projectId);
      return rows;
    },
    toItem: (row) => {
      const component = componentToCyclonedx(row);
      return refersToOthers(row.rest) ? withReferences(component, (ref) => references?.get(ref)) : component;
    },
    withInner: (component, components) => ({ ...component, components }),
  });
}

export function listExportedServices(db: Db, nodes: NestedIds, index: NodeIndex): AsyncGenerator<Service> {
  return listTrees<Node<StoredService>, Service>(nodes, index, {
    load: (ids) => listServices(db, ids),
    toItem: serviceToCyclonedx,
    withInner: (service, services) => ({ ...service, services }),
  });
}

interface Kind<Row, Item> {
  readonly load: (ids: readonly number[]) => Promise<Row[]>;
  readonly toItem: (row: Row) => Item;
  readonly withInner: (item: Item, inner: Item[]) => Item;
}

/** Each thing with what stands inside it; fills the index with the UUIDs that the graph needs. */
async function* listTrees<Row extends Node<{ readonly uuid: string }>, Item>(
  nodes: NestedIds,
  index: NodeIndex,
  kind: Kind<Row, Item>,
): AsyncGenerator<Item> {
  const nesting = toNesting(nodes);
  for await (const block of inBlocks(nesting.roots, (roots) => loadTrees(roots, nesting, kind.load))) {
    for (const row of block.rows.values()) index.set(row.id, row.uuid);
    for (const root of block.roots) yield* toTree(root, block.rows, nesting, kind);
  }
}

async function loadTrees<Row extends { readonly id: number }>(
  roots: readonly number[],
  nesting: Nesting,
  load: (ids: readonly number[]) => Promise<Row[]>,
) {
  const rows = await load(withDescendants(roots, nesting));
  return { roots, rows: new Map(rows.map((row) => [row.id, row])) };
}

function toTree<Row, Item>(
  id: number,
  rows: ReadonlyMap<number, Row>,
  nesting: Nesting,
  kind: Kind<Row, Item>,
): Item[] {
  const row = rows.get(id);
  if (!row) return [];
  const inner = nesting.childrenOf(id).flatMap((child) => toTree(child, rows, nesting, kind));
  const item = kind.toItem(row);
  return [inner.length > 0 ? kind.withInner(item, inner) : item];
}

const EDGES_AT_ONCE = 5_000;

/** The graph by its sources, the project first. */
export async function* listExportedDependencies(
  db: Db,
  project: { readonly id: number; readonly uuid: string },
  index: NodeIndex,
): AsyncGenerator<Dependency> {
  const uuidOf = (id: number) => (id === 0 ? project.uuid : index.find(id));
  for await (const edges of listEdgesBySource(db, project.id)) {
    const ref = uuidOf(edges[0]?.source_id ?? 0);
    const dependsOn = edges.flatMap(({ target_id }) => uuidOf(target_id) ?? []);
    if (ref !== undefined && dependsOn.length > 0) yield { ref, dependsOn };
  }
}

async function* listEdgesBySource(db: Db, projectId: number): AsyncGenerator<Edge[]> {
  let after: Edge = { source_id: -1, target_id: 0 };
  let group: Edge[] = [];
  for (;;) {
    const edges = await listEdges(db, projectId, after, EDGES_AT_ONCE);
    for (const edge of edges) {
      if (group.length > 0 && group[0]?.source_id !== edge.source_id) {
        yield group;
        group = [];
      }
      group.push(edge);
      after = edge;
    }
    if (edges.length < EDGES_AT_ONCE) break;
  }
  if (group.length > 0) yield group;
}
