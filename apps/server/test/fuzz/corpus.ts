import type { Operation } from '@tallyman/contract';
import type { Json } from '../support/sample-of.ts';
import type { Random } from './random.ts';

/** The content of a request before it is encoded. */
export interface Draft {
  readonly params: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [string, string])[];
  /** JSON, the fields of a form, or text. */
  readonly body?: Json | undefined;
}

/** Members that identify an object in paths. */
const IDS: ReadonlySet<string> = new Set(['uuid', 'id', 'token']);

const MAX_VALUES = 200;
const MAX_DRAFTS = 20;

/** Data of earlier responses: values by member name, and requests that succeeded. */
export class Corpus {
  readonly #values = new Map<string, string[]>();
  readonly #drafts = new Map<string, Draft[]>();
  readonly #hidden: Set<string>;

  /** Hidden values are never learned, because without its administrator a run would end early. */
  constructor(hidden: readonly string[]) {
    this.#hidden = new Set(hidden);
  }

  hide(value: string): void {
    this.#hidden.add(value);
    for (const [name, values] of this.#values) {
      const others = values.filter((known) => known !== value);
      if (others.length > 0) this.#values.set(name, others);
      else this.#values.delete(name);
    }
  }

  learn({ path, tag }: Operation, answer: Json): void {
    const segments = path.split('/').filter((segment) => segment !== '' && !segment.startsWith('{'));
    this.#walk(answer, [segments.at(-1) ?? '', tag]);
  }

  remember(operation: Operation, draft: Draft): void {
    keep(this.#drafts, operation.id, draft, MAX_DRAFTS);
  }

  draftOf(operation: Operation, random: Random): Draft | undefined {
    const drafts = this.#drafts.get(operation.id);
    return drafts && random.pick(drafts);
  }

  /** Returns a value that was seen as a member of this name, or as the id of such an object. */
  valueOf(name: string, random: Random): string | undefined {
    const values = this.#values.get(toKind(name));
    return values && random.pick(values);
  }

  #walk(value: Json, kinds: readonly string[]): void {
    if (Array.isArray(value)) for (const item of value.slice(0, 20)) this.#walk(item, kinds);
    else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        if (IDS.has(name)) for (const kind of [...kinds, 'uuid']) this.#keep(kind, member);
        this.#keep(name, member);
        this.#walk(member, [name]);
      }
    }
  }

  #keep(name: string, value: Json): void {
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text !== 'string' || text === '' || text.length > 500 || this.#hidden.has(text)) return;
    keep(this.#values, toKind(name), text, MAX_VALUES);
  }
}

/** `projectUuid`, `project_uuid`, `projects` and `project` are the same kind. */
export function toKind(name: string): string {
  const kind = name.replace(/(_?uuids?|_?id)$/i, '').toLowerCase() || name.toLowerCase();
  return kind.replace(/ies$/, 'y').replace(/s$/, '');
}

function keep<T>(lists: Map<string, T[]>, name: string, value: T, max: number): void {
  const list = lists.get(name) ?? [];
  list.push(value);
  if (list.length > max) list.shift();
  lists.set(name, list);
}
