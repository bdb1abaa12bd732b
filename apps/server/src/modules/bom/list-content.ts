import type { Component, Service } from '@tallyman/cyclonedx';
import type { Db } from '../../platform/db/database.ts';
import { componentToCyclonedx, type StoredComponent } from '../cyclonedx-mapping/component-to-cyclonedx.ts';
import { identifyingMembers } from '../cyclonedx-mapping/identifying-members.ts';
import { type StoredService, serviceToCyclonedx } from '../cyclonedx-mapping/service-to-cyclonedx.ts';
import { refersToOthers, withReferences } from '../cyclonedx-mapping/with-references.ts';
import { listComponents, listReferences, listServices, type Node } from './bom-export-store.ts';
import { inBlocks } from './export/in-blocks.ts';
import { type NestedIds, type Nesting, toNesting, withDescendants } from './export/nesting.ts';
import type { NamedNode, NodeNames } from './export/node-names.ts';

/** The components of a project as a document has them, block by block as they are asked for. */
export function listExportedComponents(
  db: Db,
  projectId: number,
  nodes: NestedIds,
  names: NodeNames,
): AsyncGenerator<Component> {
  let references: ReadonlyMap<string, string> | undefined;
  return listTrees<Node<StoredComponent>, Component>(nodes, names, {
    load: async (ids) => {
      const rows = await listComponents(db, ids);
      if (names.areOwn && rows.some((row) => refersToOthers(row.rest)))
        references ??= await listReferences(db, projectId);
      return rows;
    },
    toItem: (row, name) => {
      const component = { ...componentToCyclonedx(row), 'bom-ref': name };
      // Names of the uploader are what they are called there already.
      const rewrites = names.areOwn && refersToOthers(row.rest);
      return rewrites ? withReferences(component, (ref) => references?.get(ref)) : component;
    },
    withInner: (component, components) => ({ ...component, components }),
  });
}

/** The same for a VEX: by what they are recognised, and none inside another. */
export function listIdentifiedComponents(
  db: Db,
  { ids }: NestedIds,
  names: NodeNames,
): AsyncGenerator<Component> {
  const flat = { ids, parents: new Map() };
  return listTrees<Node<StoredComponent>, Component>(flat, names, {
    load: (block) => listComponents(db, block),
    toItem: (row, name) => identifyingMembers({ ...componentToCyclonedx(row), 'bom-ref': name }),
    withInner: (component) => component,
  });
}

export function listExportedServices(db: Db, nodes: NestedIds, names: NodeNames): AsyncGenerator<Service> {
  return listTrees<Node<StoredService>, Service>(nodes, names, {
    load: (ids) => listServices(db, ids),
    toItem: (row, name) => ({ ...serviceToCyclonedx(row), 'bom-ref': name }),
    withInner: (service, services) => ({ ...service, services }),
  });
}

interface Kind<Row, Item> {
  readonly load: (ids: readonly number[]) => Promise<Row[]>;
  readonly toItem: (row: Row, name: string) => Item;
  readonly withInner: (item: Item, inner: Item[]) => Item;
}

/** Each thing with what stands inside it; names them on the way, as graph and vulnerabilities will call them. */
async function* listTrees<Row extends Node<{ readonly uuid: string }>, Item>(
  nodes: NestedIds,
  names: NodeNames,
  kind: Kind<Row, Item>,
): AsyncGenerator<Item> {
  const nesting = toNesting(nodes);
  for await (const block of inBlocks(nesting.roots, (roots) => loadTrees(roots, nesting, kind.load))) {
    const trees = { ...kind, names, nesting, rows: block.rows };
    for (const root of block.roots) yield* toTree(root, trees);
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

interface Trees<Row, Item> extends Kind<Row, Item> {
  readonly rows: ReadonlyMap<number, Row>;
  readonly nesting: Nesting;
  readonly names: NodeNames;
}

/** Named before what it contains: of several with one name the outer one keeps it. */
function toTree<Row extends NamedNode, Item>(id: number, trees: Trees<Row, Item>): Item[] {
  const row = trees.rows.get(id);
  if (!row) return [];
  const item = trees.toItem(row, trees.names.add(row));
  const inner = trees.nesting.childrenOf(id).flatMap((child) => toTree(child, trees));
  return [inner.length > 0 ? trees.withInner(item, inner) : item];
}
