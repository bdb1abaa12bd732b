import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { AppError } from '../../platform/errors.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { ExtensionConfig, JsonSchema } from './extension-point.ts';

const ajv = new Ajv2020({ allErrors: true, strict: false });
const compiled = new WeakMap<JsonSchema, ValidateFunction>();

/** Returns what is wrong with a configuration. Empty if it is valid. */
export function listSchemaErrors(schema: JsonSchema, config: unknown): ErrorObject[] {
  const validate = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, validate);
  return validate(config) ? [] : (validate.errors ?? []);
}

/** Adds the dialect, which clients that generate forms expect. */
export function presentSchema(schema: JsonSchema): JsonSchema {
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema };
}

/** Adds the names that the message is about. */
export function describeSchemaError({ message = 'is not valid', params, keyword }: ErrorObject): string {
  const names = Object.values(params as Record<string, unknown>).filter((value) => typeof value === 'string');
  return keyword === 'additionalProperties' ? `${message}: ${names.join()}` : message;
}

/** A secret that does not exist is rejected when the configuration is saved, not when it is used. */
export async function requireSecrets(
  secrets: Secrets,
  schema: JsonSchema | undefined,
  config: ExtensionConfig,
): Promise<void> {
  for (const { path, name } of secretReferences(schema, config)) {
    if (await secrets.find(name)) continue;
    throw new AppError('invalid', `Secret "${name}" does not exist.`, {
      errors: [{ path, message: 'must be the name of a secret' }],
    });
  }
}

interface SecretReference {
  readonly path: string;
  readonly name: string;
}

/** Lists where a configuration refers to secrets. */
export function secretReferences(
  schema: JsonSchema | undefined,
  value: unknown,
  path = '',
): SecretReference[] {
  if (!schema) return [];
  if (schema['x-secret-ref'] === true)
    return typeof value === 'string' && value ? [{ path, name: value }] : [];
  if (typeof value !== 'object' || value === null) return [];
  const members = (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
  const others = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
  return Object.entries(value).flatMap(([name, member]) =>
    secretReferences(members[name] ?? (others as JsonSchema | undefined), member, `${path}/${name}`),
  );
}

/** Returns the defaults of a schema. */
export function defaultsOf(schema: JsonSchema): ExtensionConfig {
  const members = Object.entries((schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>);
  return Object.fromEntries(
    members.flatMap(([name, member]) => ('default' in member ? [[name, member.default]] : [])),
  );
}
