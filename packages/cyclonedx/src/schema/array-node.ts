import { childPointer, type Finding, type SchemaNode } from './schema-node.ts';
import { findDuplicate, withoutDuplicates } from './unique-items.ts';

export interface ArrayRules {
  readonly item: SchemaNode;
  readonly minItems: number;
  readonly maxItems: number;
  readonly unique: boolean;
}

export class ArrayNode implements SchemaNode {
  readonly #rules: ArrayRules;

  constructor(rules: ArrayRules) {
    this.#rules = rules;
  }

  accepts(value: unknown): boolean {
    if (!Array.isArray(value)) return false;
    const { item, minItems, maxItems, unique } = this.#rules;
    if (value.length < minItems || value.length > maxItems) return false;
    for (let index = 0; index < value.length; index++) if (!item.accepts(value[index])) return false;
    return !unique || findDuplicate(value) === undefined;
  }

  explain(value: unknown, pointer: string): Finding[] {
    if (!Array.isArray(value)) return [{ pointer, message: 'must be an array' }];
    const findings = this.#explainSize(value, pointer);
    for (const [index, entry] of value.entries()) {
      if (!this.#rules.item.accepts(entry)) {
        // No spread: there may be more findings than a call has arguments.
        for (const found of this.#rules.item.explain(entry, childPointer(pointer, index)))
          findings.push(found);
      }
    }
    const duplicate = this.#rules.unique ? findDuplicate(value) : undefined;
    if (duplicate !== undefined) findings.push(duplicateFinding(pointer, duplicate));
    return findings;
  }

  prune(value: unknown): unknown {
    if (!Array.isArray(value)) return undefined;
    const kept = mapKept(value, (entry) => this.#rules.item.prune(entry));
    const distinct = this.#rules.unique ? withoutDuplicates(kept) : kept;
    const sized = distinct.length > this.#rules.maxItems ? distinct.slice(0, this.#rules.maxItems) : distinct;
    const emptied = sized.length === 0 && value.length > 0;
    return emptied || sized.length < this.#rules.minItems ? undefined : sized;
  }

  coerce(value: unknown): unknown {
    return Array.isArray(value) ? mapKept(value, (entry) => this.#rules.item.coerce(entry)) : undefined;
  }

  #explainSize(value: readonly unknown[], pointer: string): Finding[] {
    const { minItems, maxItems } = this.#rules;
    if (value.length < minItems) return [{ pointer, message: `must not have fewer than ${minItems} items` }];
    if (value.length > maxItems) return [{ pointer, message: `must not have more than ${maxItems} items` }];
    return [];
  }
}

export function duplicateFinding(listPointer: string, index: number): Finding {
  return { pointer: childPointer(listPointer, index), message: 'must not equal an earlier item of the list' };
}

function mapKept(items: readonly unknown[], keep: (item: unknown) => unknown): readonly unknown[] {
  let kept: unknown[] | undefined;
  for (let index = 0; index < items.length; index++) {
    const item = keep(items[index]);
    if (item !== items[index]) kept ??= items.slice(0, index);
    if (item !== undefined) kept?.push(item);
  }
  return kept ?? items;
}
