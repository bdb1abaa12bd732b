import { type BomSchema, compileBomSchema } from '../schema/bom-schema.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { jsonSchemaFile, loadJsonSchema } from '../schema/official-schemas.ts';
import { isJsonSpecVersion, type SpecVersion } from '../spec-version.ts';
import { toAdapters } from './adapters.ts';
import { EARLY_SCHEMAS } from './early-schemas.ts';
import type { WriteTarget } from './write-options.ts';

const SPDX_FILE = 'spdx.SNAPSHOT.schema.json';

const compiled = new Map<string, BomSchema>();
let spdxIds: ReadonlySet<unknown> | undefined;

function isSpdxId(id: string): boolean {
  spdxIds ??= new Set(loadJsonSchema(SPDX_FILE).enum);
  return spdxIds.has(id);
}

function fileOf(version: SpecVersion): string {
  return isJsonSpecVersion(version) ? jsonSchemaFile(version) : version;
}

function load(file: string): JsonSchema {
  return EARLY_SCHEMAS[file as SpecVersion] ?? loadJsonSchema(file);
}

/** In XML a signatory may sign with an element of another namespace, which JSON does not have. */
function relaxSignatories(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (key, value) => {
    if (key !== 'signatories' || value?.items?.oneOf === undefined) return value;
    const { oneOf: _, ...items } = value.items;
    return { ...value, items };
  }) as JsonSchema;
}

/** A loader that changes each schema file once and caches the result. */
function changing(change: (schema: JsonSchema) => JsonSchema): (file: string) => JsonSchema {
  const changed = new Map<string, JsonSchema>();
  return (file) => {
    const schema = changed.get(file) ?? change(load(file));
    changed.set(file, schema);
    return schema;
  };
}

/** The schema and adapters of a target. Cached. */
export function getWriteSchema(target: WriteTarget): BomSchema {
  const key = `${target.format} ${target.specVersion}`;
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const schema = compileBomSchema(
    fileOf(target.specVersion),
    target.format === 'xml' ? changing(relaxSignatories) : load,
    toAdapters(target, isSpdxId),
  );
  compiled.set(key, schema);
  return schema;
}
