import { type Component, DistinctItems, type Service } from '@tallyman/cyclonedx';
import type { Db } from '../../../platform/db/database.ts';
import { alternatePlaces, type RowTexts } from '../../../platform/db/row-texts.ts';
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

/** The components of a project as a document has them, block by block as they are asked for. */
export function listExportedComponents(
  db: Db,
  projectId: number,
  nodes: NodeSummary,
  names: NodeNames,
): DistinctItems<Component> {
  // Names of the uploader are what they are called there already.
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

/** The same for a VEX: by what they are recognised, and none inside another. */
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

interface Kind<Row, Item> {
  readonly read: (ids: readonly number[], into: RowTexts) => Promise<RowTexts>;
  readonly toRow: (text: string) => Row;
  readonly toItem: (row: Row, name: string) => Item;
  readonly withInner: (item: Item, inner: Item[]) => Item;
}

/**
 * Each thing with what stands inside it; names them on the way, as graph and vulnerabilities will call them. The names
 * are different, and so are the things.
 */
function listTrees<Row extends NamedNode, Item>(
  nodes: NestedIds,
  names: NodeNames,
  kind: Kind<Row, Item>,
): DistinctItems<Item> {
  return new DistinctItems(listBlocks(toNesting(nodes), names, kind));
}

async function* listBlocks<Row extends NamedNode, Item>(
  nesting: Nesting,
  names: NodeNames,
  kind: Kind<Row, Item>,
): AsyncGenerator<Iterable<Item>> {
  const place = alternatePlaces();
  const load = async (roots: readonly number[]) => {
    const rows = await kind.read(withDescendants(roots, nesting), place());
    return { roots, rows };
  };
  for await (const { roots, rows } of inBlocks(nesting.roots, load)) {
    yield toTrees<Row, Item>(roots, { ...kind, rows, names, nesting });
  }
}

interface Trees<Row, Item> extends Kind<Row, Item> {
  readonly rows: RowTexts;
  readonly nesting: Nesting;
  readonly names: NodeNames;
}

/** One after the other as they are asked for: what is written already need not be kept. */
function* toTrees<Row extends NamedNode, Item>(
  roots: readonly number[],
  trees: Trees<Row, Item>,
): Generator<Item> {
  for (const root of roots) {
    const tree = toTree(root, trees);
    if (tree !== undefined) yield tree;
  }
}

/** Named before what it contains: of several with one name the outer one keeps it. */
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
