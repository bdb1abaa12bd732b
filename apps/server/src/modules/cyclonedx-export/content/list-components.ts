import { type Component, DistinctItems, type Service } from '@tallyman/cyclonedx';
import type { Db } from '../../../platform/db/database.ts';
import { alternateRowTexts, type RowTexts } from '../../../platform/db/row-texts.ts';
import {
  componentToCyclonedx,
  type StoredComponent,
} from '../../cyclonedx-mapping/component-to-cyclonedx.ts';
import { identifyingMembers } from '../../cyclonedx-mapping/identifying-members.ts';
import { type StoredService, serviceToCyclonedx } from '../../cyclonedx-mapping/service-to-cyclonedx.ts';
import { refersToOthers, withReferences } from '../../cyclonedx-mapping/with-references.ts';
import {
  listReferences,
  type Node,
  type NodeSummary,
  readComponents,
  readServices,
  toStoredComponent,
  toStoredService,
} from './exported-nodes-store.ts';
import { inBlocks } from './in-blocks.ts';
import { type NestedIds, type Nesting, toNesting, withDescendants } from './nesting.ts';
import type { NamedNode, NodeNames } from './node-names.ts';

/** Lists the components of a project lazily, in blocks. */
export function listExportedComponents(
  db: Db,
  projectId: number,
  nodes: NodeSummary,
  names: NodeNames,
): DistinctItems<Component> {
  // With the references of the uploaded document nothing has to be rewritten.
  const rewrites = names.areOwn && nodes.mayRefer;
  let references: ReadonlyMap<string, string> | undefined;
  return listTrees<Node<StoredComponent>, Component>(nodes, names, {
    read: async (ids, into) => {
      if (rewrites) references ??= await listReferences(db, projectId);
      return readComponents(db, ids, into);
    },
    toRow: toStoredComponent,
    toItem: (row, name) => {
      const component = componentToCyclonedx(row, name);
      return rewrites && refersToOthers(row.rest)
        ? withReferences(component, (ref) => references?.get(ref))
        : component;
    },
    withInner: (component, components) => ({ ...component, components }),
  });
}

/** Lists the components of a VEX: with identifying members only, and without nesting. */
export function listIdentifiedComponents(
  db: Db,
  { ids }: NestedIds,
  names: NodeNames,
): DistinctItems<Component> {
  const flat = { ids, parents: new Map() };
  return listTrees<Node<StoredComponent>, Component>(flat, names, {
    read: (ids, into) => readComponents(db, ids, into),
    toRow: toStoredComponent,
    toItem: (row, name) => identifyingMembers(componentToCyclonedx(row, name)),
    withInner: (component) => component,
  });
}

export function listExportedServices(db: Db, nodes: NestedIds, names: NodeNames): DistinctItems<Service> {
  return listTrees<Node<StoredService>, Service>(nodes, names, {
    read: (ids, into) => readServices(db, ids, into),
    toRow: toStoredService,
    toItem: serviceToCyclonedx,
    withInner: (service, services) => ({ ...service, services }),
  });
}

interface NodeKind<Row, Item> {
  readonly read: (ids: readonly number[], into: RowTexts) => Promise<RowTexts>;
  readonly toRow: (text: string) => Row;
  readonly toItem: (row: Row, name: string) => Item;
  readonly withInner: (item: Item, inner: Item[]) => Item;
}

/** Lists each node with the nodes nested in it, and registers their names for the graph and the vulnerabilities. */
function listTrees<Row extends NamedNode, Item>(
  nodes: NestedIds,
  names: NodeNames,
  kind: NodeKind<Row, Item>,
): DistinctItems<Item> {
  return new DistinctItems(listBlocks(toNesting(nodes), names, kind));
}

async function* listBlocks<Row extends NamedNode, Item>(
  nesting: Nesting,
  names: NodeNames,
  kind: NodeKind<Row, Item>,
): AsyncGenerator<Iterable<Item>> {
  const place = alternateRowTexts();
  const load = async (roots: readonly number[]) => {
    const rows = await kind.read(withDescendants(roots, nesting), place());
    return { roots, rows };
  };
  for await (const { roots, rows } of inBlocks(nesting.roots, load)) {
    yield toTrees<Row, Item>(roots, { ...kind, rows, names, nesting });
  }
}

interface Trees<Row, Item> extends NodeKind<Row, Item> {
  readonly rows: RowTexts;
  readonly nesting: Nesting;
  readonly names: NodeNames;
}

/** Lazy, so that trees that were written already can be collected. */
function* toTrees<Row extends NamedNode, Item>(
  roots: readonly number[],
  trees: Trees<Row, Item>,
): Generator<Item> {
  for (const root of roots) {
    const tree = toTree(root, trees);
    if (tree !== undefined) yield tree;
  }
}

/** A node is named before the nodes in it: of several with the same bom-ref the outer one keeps it. */
function toTree<Row extends NamedNode, Item>(id: number, trees: Trees<Row, Item>): Item | undefined {
  const text = trees.rows.find(id);
  if (text === undefined) return undefined;
  const row = trees.toRow(text);
  const item = trees.toItem(row, trees.names.add(row));
  const children = trees.nesting.childrenOf(id);
  if (children.length === 0) return item;
  const inner = children.map((child) => toTree(child, trees)).filter((tree) => tree !== undefined);
  return inner.length > 0 ? trees.withInner(item, inner) : item;
}
