import type { JsonSpecVersion } from '../spec-version.ts';
import { type Adapter, SchemaCompiler } from './compile-schema.ts';
import type { JsonSchema } from './json-schema.ts';
import { jsonSchemaFile, loadJsonSchema } from './official-schemas.ts';
import type { SchemaNode } from './schema-node.ts';

/** The compiled schema of one specification version. */
export interface BomSchema {
  readonly root: SchemaNode;
  /** The schemas of the members of the document. */
  readonly members: ReadonlyMap<string, SchemaNode>;
  /** The schemas of the items of those members that are lists. */
  readonly items: ReadonlyMap<string, SchemaNode>;
}

const compiled = new Map<JsonSpecVersion, BomSchema>();

/** Compiles the schema that `read` finds under the name of a file. */
export function compileBomSchema(
  file: string,
  read: (file: string) => JsonSchema = loadJsonSchema,
  adapters?: ReadonlyMap<string, Adapter>,
): BomSchema {
  const compiler = new SchemaCompiler(read, adapters);
  const members = Object.entries(read(file).properties ?? {});
  const lists = members.filter(([, member]) => member.type === 'array');
  return {
    root: compiler.resolve(file),
    members: new Map(members.map(([name, member]) => [name, compiler.compile(member, file)])),
    items: new Map(lists.map(([name, member]) => [name, compiler.compile(member.items as JsonSchema, file)])),
  };
}

/** Compiled at first use (about 10 ms) and cached. */
export function getBomSchema(version: JsonSpecVersion): BomSchema {
  const known = compiled.get(version);
  if (known !== undefined) return known;
  const schema = compileBomSchema(jsonSchemaFile(version));
  compiled.set(version, schema);
  return schema;
}
