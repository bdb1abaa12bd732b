import { NodeIndex } from './node-index.ts';

/** What a document calls the components and services of a project, by their ids. */
export interface NodeNames {
  /** Whether they are our own, and not those of the uploader. */
  readonly areOwn: boolean;
  /** How the project itself is called. */
  readonly root: string;
  /** Answers the name. */
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

/** As the uploader called them. Who had no name, or one that another has, is called by the UUID. */
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

export type NamesWanted = 'own' | 'uploaded';
