import { NodeIndex } from './node-index.ts';

/** The bom-refs of components and services in an exported document. */
export interface NodeNames {
  /** Whether they are ours, and not those of the uploaded document. */
  readonly areOwn: boolean;
  /** The bom-ref of the metadata component. */
  readonly root: string;
  /** Registers a node and returns its name. */
  add(node: NamedNode): string;
  find(id: number): string | undefined;
}

export interface NamedNode {
  readonly id: number;
  readonly uuid: string;
  readonly bom_ref: string | null;
}

/** "components[].bom-ref: component UUID", "metadata.component.bom-ref: project UUID". */
export class OwnNames implements NodeNames {
  readonly areOwn = true;
  readonly root: string;
  readonly #index: NodeIndex;

  constructor(projectUuid: string, ids: readonly number[]) {
    this.root = projectUuid;
    this.#index = new NodeIndex(ids);
  }

  add({ id, uuid }: NamedNode): string {
    this.#index.set(id, uuid);
    return uuid;
  }

  find(id: number): string | undefined {
    return this.#index.find(id);
  }
}

/** The bom-refs of the uploaded document. A node without one, or with one that is taken, gets its UUID. */
export class UploadedNames implements NodeNames {
  readonly areOwn = false;
  readonly root: string;
  readonly #names = new Map<number, string>();
  readonly #taken = new Set<string>();

  constructor(projectUuid: string, rootRef: string | undefined) {
    this.root = rootRef ?? projectUuid;
    this.#taken.add(this.root);
  }

  add({ id, uuid, bom_ref }: NamedNode): string {
    const name = bom_ref === null || this.#taken.has(bom_ref) ? uuid : bom_ref;
    this.#taken.add(name);
    this.#names.set(id, name);
    return name;
  }

  find(id: number): string | undefined {
    return this.#names.get(id);
  }
}

export type NamesOption = 'own' | 'uploaded';
