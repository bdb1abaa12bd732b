/** The part of JSON Schema draft-07 that the CycloneDX schemas use. */
export interface JsonSchema {
  readonly $id?: string;
  readonly $ref?: string;
  readonly type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean';
  readonly enum?: readonly (string | number | boolean)[];
  readonly const?: string | number | boolean;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly items?: JsonSchema | readonly JsonSchema[];
  readonly additionalItems?: boolean;
  readonly uniqueItems?: boolean;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly oneOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly not?: JsonSchema;
  readonly if?: JsonSchema;
  readonly then?: JsonSchema;
  readonly else?: JsonSchema;
  readonly definitions?: Readonly<Record<string, JsonSchema>>;
}

const ASSERTIONS: ReadonlySet<string> = new Set([
  ...['$id', '$ref', 'type', 'enum', 'const', 'properties', 'required', 'additionalProperties'],
  ...['items', 'additionalItems', 'uniqueItems', 'minItems', 'maxItems', 'pattern', 'format'],
  ...['minLength', 'maxLength', 'minimum', 'maximum', 'oneOf', 'anyOf', 'allOf', 'not', 'if', 'then', 'else'],
  'definitions',
]);

const ANNOTATIONS: ReadonlySet<string> = new Set([
  ...['$schema', '$comment', 'title', 'description', 'default', 'examples', 'deprecated', 'meta:enum'],
]);

/** Throws for a keyword that the compiler would ignore. */
export function assertSupported(schema: JsonSchema): void {
  for (const keyword of Object.keys(schema)) {
    if (!ASSERTIONS.has(keyword) && !ANNOTATIONS.has(keyword)) {
      throw new Error(`JSON schema keyword "${keyword}" is not supported`);
    }
  }
}
