import type { JsonSpecVersion, SpecVersion } from '../spec-version.ts';
import type { JsonSchema } from './json-schema.ts';
import { readSchemaFile } from './schema-files.ts';

/** 1.2 and 1.3 have a strict variant that rejects unknown members, as all later versions do. */
const JSON_FILES: Readonly<Record<JsonSpecVersion, string>> = {
  '1.2': 'bom-1.2-strict.SNAPSHOT.schema.json',
  '1.3': 'bom-1.3-strict.SNAPSHOT.schema.json',
  '1.4': 'bom-1.4.SNAPSHOT.schema.json',
  '1.5': 'bom-1.5.SNAPSHOT.schema.json',
  '1.6': 'bom-1.6.SNAPSHOT.schema.json',
  '1.7': 'bom-1.7.SNAPSHOT.schema.json',
};

/**
 * Rules of the published schemas that the copies of the library omit: `version` is mandatory up to 1.4, and `$schema`,
 * if present, must be exactly this address up to 1.5.
 */
const PUBLISHED_RULES: Readonly<Record<string, { requiresVersion: boolean; schemaAddress: string }>> = {
  [JSON_FILES['1.2']]: {
    requiresVersion: true,
    schemaAddress: 'http://cyclonedx.org/schema/bom-1.2a.schema.json',
  },
  [JSON_FILES['1.3']]: {
    requiresVersion: true,
    schemaAddress: 'http://cyclonedx.org/schema/bom-1.3.schema.json',
  },
  [JSON_FILES['1.4']]: {
    requiresVersion: true,
    schemaAddress: 'http://cyclonedx.org/schema/bom-1.4.schema.json',
  },
  [JSON_FILES['1.5']]: {
    requiresVersion: false,
    schemaAddress: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
  },
};

export function jsonSchemaFile(version: JsonSpecVersion): string {
  return JSON_FILES[version];
}

const loaded = new Map<string, JsonSchema>();

/** Cached, because every reference loads the schema. */
export function loadJsonSchema(file: string): JsonSchema {
  const schema = loaded.get(file) ?? readJsonSchema(file);
  loaded.set(file, schema);
  return schema;
}

function readJsonSchema(file: string): JsonSchema {
  const schema = JSON.parse(readSchemaFile(file).toString('utf8')) as JsonSchema;
  const rules = PUBLISHED_RULES[file];
  if (rules === undefined) return schema;
  const required = rules.requiresVersion ? [...(schema.required ?? []), 'version'] : schema.required;
  const properties = {
    ...schema.properties,
    $schema: { type: 'string', enum: [rules.schemaAddress] },
  } as const;
  return { ...schema, ...(required === undefined ? {} : { required }), properties };
}

export function loadXsd(version: SpecVersion): Buffer {
  return readSchemaFile(`bom-${version}.SNAPSHOT.xsd`);
}

/** The licence list that every XSD imports, by the name under which it is imported. */
export const SPDX_XSD_NAME = 'spdx.SNAPSHOT.xsd';

export function loadSpdxXsd(): Buffer {
  return readSchemaFile(SPDX_XSD_NAME);
}
