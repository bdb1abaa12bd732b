import { childPointer, type Finding, isJsonObject, type JsonObject, type SchemaNode } from './schema-node.ts';

export interface ObjectRules {
  readonly properties: ReadonlyMap<string, SchemaNode>;
  readonly required: readonly string[];
  /** Members that are not listed are errors (`additionalProperties: false`). */
  readonly closed: boolean;
  /** Whether the schema requires an object. Without `type` its rules apply to objects only. */
  readonly typed: boolean;
}

export class ObjectNode implements SchemaNode {
  readonly #properties: ReadonlyMap<string, SchemaNode>;
  readonly #required: readonly string[];
  readonly #closed: boolean;
  readonly #typed: boolean;

  constructor(rules: ObjectRules) {
    this.#properties = rules.properties;
    this.#required = rules.required;
    this.#closed = rules.closed;
    this.#typed = rules.typed;
  }

  accepts(value: unknown): boolean {
    if (!isJsonObject(value)) return !this.#typed;
    for (const key in value) {
      const node = this.#properties.get(key);
      if (node === undefined ? this.#closed : !node.accepts(value[key])) return false;
    }
    return this.#hasRequired(value);
  }

  explain(value: unknown, pointer: string): Finding[] {
    if (!isJsonObject(value)) return this.#typed ? [{ pointer, message: 'must be an object' }] : [];
    const missing = this.#required.filter((key) => !Object.hasOwn(value, key));
    const findings = missing.map((key) => ({ pointer, message: `must have the member "${key}"` }));
    for (const key of Object.keys(value)) {
      const node = this.#properties.get(key);
      const at = childPointer(pointer, key);
      if (node !== undefined) for (const found of node.explain(value[key], at)) findings.push(found);
      else if (this.#closed) findings.push({ pointer: at, message: 'is not a known member' });
    }
    return findings;
  }

  prune(value: unknown): unknown {
    if (!isJsonObject(value)) return this.#typed ? undefined : value;
    const kept = this.#rebuild(value, (node, item) => node.prune(item), this.#closed);
    return this.#hasRequired(kept) ? kept : undefined;
  }

  coerce(value: unknown): unknown {
    if (!isJsonObject(value)) return this.#typed ? undefined : value;
    return this.#rebuild(value, (node, item) => node.coerce(item), false);
  }

  #hasRequired(value: JsonObject): boolean {
    for (const key of this.#required) if (!Object.hasOwn(value, key)) return false;
    return true;
  }

  /** Copies the object only if a member changes, which is rare. */
  #rebuild(
    value: JsonObject,
    keep: (node: SchemaNode, item: unknown) => unknown,
    dropUnknown: boolean,
  ): JsonObject {
    let entries: [string, unknown][] | undefined;
    for (const key of Object.keys(value)) {
      const node = this.#properties.get(key);
      const item = value[key];
      const kept = node === undefined ? (dropUnknown ? undefined : item) : keep(node, item);
      if (kept !== item) entries ??= entriesBefore(value, key);
      if (kept !== undefined) entries?.push([key, kept]);
    }
    // fromEntries defines own members, so a "__proto__" in the document cannot reach a prototype.
    return entries === undefined ? value : Object.fromEntries(entries);
  }
}

function entriesBefore(value: JsonObject, key: string): [string, unknown][] {
  const entries = Object.entries(value);
  return entries.slice(
    0,
    entries.findIndex(([name]) => name === key),
  );
}
