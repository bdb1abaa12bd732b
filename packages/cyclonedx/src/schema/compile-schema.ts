import { ArrayNode } from './array-node.ts';
import { AllNode, ChoiceNode, ConditionalNode, NotNode } from './choice-nodes.ts';
import { findFormatCheck } from './formats.ts';
import { assertSupported, type JsonSchema } from './json-schema.ts';
import { ObjectNode } from './object-node.ts';
import { toPattern } from './patterns.ts';
import { AnyNode, BooleanNode, EnumNode, NumberNode, PlainStringNode, StringNode } from './scalar-nodes.ts';
import type { Finding, SchemaNode } from './schema-node.ts';

/** Loads the schema file that a `$ref` names. */
export type SchemaLoader = (file: string) => JsonSchema;

/** Converts a newer form of a value to an older one before the value is pruned to a definition of the schema. */
export type Adapter = (value: unknown) => unknown;

/** A placeholder for a schema that is being compiled, because components contain components. */
class ReferenceNode implements SchemaNode {
  target: SchemaNode = new AnyNode();
  readonly #adapt: Adapter | undefined;

  constructor(adapt: Adapter | undefined) {
    this.#adapt = adapt;
  }

  accepts(value: unknown): boolean {
    return this.target.accepts(value);
  }

  explain(value: unknown, pointer: string): Finding[] {
    return this.target.explain(value, pointer);
  }

  prune(value: unknown): unknown {
    return this.target.prune(this.#adapt === undefined ? value : this.#adapt(value));
  }

  coerce(value: unknown): unknown {
    return this.target.coerce(value);
  }
}

/** Compiles JSON schemas into trees of nodes. Compiles each definition once. */
export class SchemaCompiler {
  readonly #load: SchemaLoader;
  readonly #adapters: ReadonlyMap<string, Adapter>;
  readonly #compiled = new Map<string, ReferenceNode>();

  /** Adapters by the name of their definition. */
  constructor(load: SchemaLoader, adapters: ReadonlyMap<string, Adapter> = new Map()) {
    this.#load = load;
    this.#adapters = adapters;
  }

  /** The node of `file#/definitions/name`, or of the whole file without a fragment. */
  resolve(reference: string): SchemaNode {
    const known = this.#compiled.get(reference);
    if (known !== undefined) return known;
    const [file = '', fragment = ''] = reference.split('#');
    const node = new ReferenceNode(this.#adapters.get(fragment.replace('/definitions/', '')));
    this.#compiled.set(reference, node);
    node.target = this.compile(this.#find(file, fragment), file);
    return node;
  }

  compile(schema: JsonSchema, file: string): SchemaNode {
    assertSupported(schema);
    if (schema.$ref !== undefined) {
      return this.resolve(schema.$ref.startsWith('#') ? file + schema.$ref : schema.$ref);
    }
    const parts = [...this.#valueRules(schema, file), ...this.#combinations(schema, file)];
    const [only] = parts;
    return parts.length === 1 && only !== undefined ? only : new AllNode(parts);
  }

  #find(file: string, fragment: string): JsonSchema {
    let schema: unknown = this.#load(file);
    for (const name of fragment.split('/').slice(1)) schema = (schema as Record<string, unknown>)[name];
    if (schema === undefined) throw new Error(`JSON schema ${file} has no ${fragment}`);
    return schema as JsonSchema;
  }

  #valueRules(schema: JsonSchema, file: string): SchemaNode[] {
    if (schema.enum !== undefined) return [new EnumNode(schema.enum)];
    if (schema.const !== undefined) return [new EnumNode([schema.const])];
    switch (schema.type) {
      case 'string':
        return [toStringNode(schema)];
      case 'number':
      case 'integer':
        return [
          new NumberNode(schema.type === 'integer', schema.minimum ?? -Infinity, schema.maximum ?? Infinity),
        ];
      case 'boolean':
        return [new BooleanNode()];
      case 'array':
        return [this.#array(schema, file)];
      default:
        return this.#object(schema, file);
    }
  }

  #object(schema: JsonSchema, file: string): SchemaNode[] {
    const rules = { required: schema.required ?? [], closed: schema.additionalProperties === false };
    if (
      schema.type === undefined &&
      schema.properties === undefined &&
      rules.required.length === 0 &&
      !rules.closed
    ) {
      return [];
    }
    const properties = Object.entries(schema.properties ?? {}).map(
      ([name, member]) => [name, this.compile(member, file)] as const,
    );
    return [new ObjectNode({ ...rules, properties: new Map(properties), typed: schema.type === 'object' })];
  }

  /** The schemas express "exactly one" as a tuple of one item with bounds. */
  #array(schema: JsonSchema, file: string): SchemaNode {
    const tuple = Array.isArray(schema.items) ? (schema.items as readonly JsonSchema[]) : undefined;
    if (tuple !== undefined && tuple.length !== 1)
      throw new Error('JSON schema tuples of several items are not supported');
    const items = tuple?.[0] ?? (schema.items as JsonSchema | undefined);
    return new ArrayNode({
      item: items === undefined ? new AnyNode() : this.compile(items, file),
      minItems: schema.minItems ?? 0,
      maxItems: schema.maxItems ?? (tuple !== undefined && schema.additionalItems === false ? 1 : Infinity),
      unique: schema.uniqueItems === true,
    });
  }

  #combinations(schema: JsonSchema, file: string): SchemaNode[] {
    const all = (schemas: readonly JsonSchema[]) => schemas.map((part) => this.compile(part, file));
    const nodes = all(schema.allOf ?? []);
    if (schema.oneOf !== undefined) nodes.push(new ChoiceNode(all(schema.oneOf), true));
    if (schema.anyOf !== undefined) nodes.push(new ChoiceNode(all(schema.anyOf), false));
    if (schema.not !== undefined) nodes.push(new NotNode(this.compile(schema.not, file)));
    if (schema.if !== undefined) {
      const [condition, then, otherwise] = all([schema.if, schema.then ?? {}, schema.else ?? {}]);
      nodes.push(new ConditionalNode(condition as SchemaNode, then as SchemaNode, otherwise as SchemaNode));
    }
    return nodes;
  }
}

function toStringNode(schema: JsonSchema): SchemaNode {
  const check = schema.format === undefined ? undefined : findFormatCheck(schema.format);
  const bounded = schema.minLength !== undefined || schema.maxLength !== undefined;
  if (schema.pattern === undefined && check === undefined && !bounded) return new PlainStringNode();
  return new StringNode({
    minLength: schema.minLength ?? 0,
    maxLength: schema.maxLength ?? Infinity,
    ...(schema.pattern === undefined ? {} : { pattern: toPattern(schema.pattern) }),
    ...(check === undefined ? {} : { format: { name: schema.format ?? '', check } }),
  });
}
