import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { AppError, type FieldError } from '../../platform/errors.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { JsonSchema } from './publisher-kind.ts';

type Config = Readonly<Record<string, unknown>>;

const ajv = new Ajv2020({ allErrors: true, strict: false });
const compiled = new WeakMap<JsonSchema, ValidateFunction>();

/** What is wrong with a configuration; nothing when it is fine. */
export function findConfigErrors(schema: JsonSchema, config: unknown): FieldError[] {
  const validate = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, validate);
  if (validate(config)) return [];
  return (validate.errors ?? []).map(({ instancePath, message = 'is not valid', params }) => {
    const names = Object.values(params as Record<string, unknown>).filter(
      (value) => typeof value === 'string',
    );
    const detail = message.startsWith('must NOT have additional') ? `${message}: ${names.join()}` : message;
    return { path: instancePath || '/', message: detail };
  });
}

/** JSON in a text, as the schema says; the secrets that it names exist. Answers the JSON as it is stored. */
export async function requireConfig(
  secrets: Secrets,
  schema: JsonSchema | undefined,
  text: string,
): Promise<string> {
  const config = parse(text);
  const errors = schema ? findConfigErrors(schema, config) : [];
  if (errors.length > 0) throw invalidConfig(errors);
  await requireSecrets(secrets, schema, config);
  return JSON.stringify(config);
}

function parse(text: string): Config {
  try {
    const config: unknown = JSON.parse(text);
    if (typeof config === 'object' && config !== null && !Array.isArray(config)) return config as Config;
  } catch {
    // Said below.
  }
  throw invalidConfig([{ path: '/', message: 'must be a JSON object in a text' }]);
}

function invalidConfig(errors: readonly FieldError[]): AppError {
  const [first] = errors;
  const detail = `The configuration of the publisher is not valid. ${first?.path}: ${first?.message}`;
  return new AppError('invalid', detail, { errors });
}

/** "Unknown secret name" is refused when it is set, not when it is needed. */
export async function requireSecrets(
  secrets: Secrets,
  schema: JsonSchema | undefined,
  config: Config,
): Promise<void> {
  for (const { path, name } of secretReferences(schema, config)) {
    if (await secrets.find(name)) continue;
    throw new AppError('invalid', `There is no secret named ${name}.`, {
      errors: [{ path, message: 'must be the name of a secret' }],
    });
  }
}

interface SecretReference {
  readonly path: string;
  readonly name: string;
}

function secretReferences(schema: JsonSchema | undefined, value: unknown, path = ''): SecretReference[] {
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

/** What a new alert starts with. */
export function defaultsOf(schema: JsonSchema | undefined): string | null {
  if (!schema) return null;
  const members = Object.entries((schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>);
  const defaults = members.flatMap(([name, member]) => ('default' in member ? [[name, member.default]] : []));
  return JSON.stringify(Object.fromEntries(defaults));
}
