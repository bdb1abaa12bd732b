import { AppError, type FieldError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import {
  defaultsOf,
  describeSchemaError,
  findSchemaErrors,
  requireSecrets,
} from '../settings/config-schema.ts';
import type { ExtensionConfig, JsonSchema } from '../settings/extension-point.ts';
import { requireSecretUse } from '../settings/require-secret-use.ts';

/** What is wrong with what an alert says about where to send; nothing when it is fine. */
export function findConfigErrors(schema: JsonSchema | undefined, config: unknown): FieldError[] {
  return (schema ? findSchemaErrors(schema, config) : []).map((error) => ({
    path: error.instancePath || '/',
    message: describeSchemaError(error),
  }));
}

/** JSON in a text, as the schema says; the secrets that it names exist and the principal may use them. Answers the JSON as it is stored. */
export async function requireConfig(
  secrets: Secrets,
  principal: Principal,
  schema: JsonSchema | undefined,
  { before, after }: { readonly before: string | null; readonly after: string },
): Promise<string> {
  const config = parse(after);
  const errors = findConfigErrors(schema, config);
  if (errors.length > 0) throw invalidConfig(errors);
  requireSecretUse(principal, schema, { before: parse(before ?? '{}'), after: config });
  await requireSecrets(secrets, schema, config);
  return JSON.stringify(config);
}

function parse(text: string): ExtensionConfig {
  try {
    const config: unknown = JSON.parse(text);
    if (typeof config === 'object' && config !== null && !Array.isArray(config))
      return config as ExtensionConfig;
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

/** What a new alert starts with. */
export function defaultConfig(schema: JsonSchema | undefined): string | null {
  return schema ? JSON.stringify(defaultsOf(schema)) : null;
}
