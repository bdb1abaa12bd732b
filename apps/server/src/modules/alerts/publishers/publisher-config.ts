import { AppError, type FieldError } from '../../../platform/errors.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import {
  defaultsOf,
  describeSchemaError,
  listSchemaErrors,
  requireSecrets,
} from '../../settings/config-schema.ts';
import type { ExtensionConfig, JsonSchema } from '../../settings/extension-point.ts';
import { requireSecretUse } from '../../settings/require-secret-use.ts';

/** The errors in the publisher configuration of an alert. */
export function listConfigErrors(schema: JsonSchema | undefined, config: unknown): FieldError[] {
  return (schema ? listSchemaErrors(schema, config) : []).map((error) => ({
    path: error.instancePath || '/',
    message: describeSchemaError(error),
  }));
}

/**
 * Returns the configuration as it is stored. Throws if it is not a JSON object, violates the schema, or names secrets that
 * do not exist or that the principal may not use.
 */
export async function requireConfig(
  secrets: Secrets,
  principal: Principal,
  schema: JsonSchema | undefined,
  { before, after }: { readonly before: string | null; readonly after: string },
): Promise<string> {
  const config = parse(after);
  const errors = listConfigErrors(schema, config);
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
    // Reported below.
  }
  throw invalidConfig([{ path: '/', message: 'must be a JSON object, as a text' }]);
}

function invalidConfig(errors: readonly FieldError[]): AppError {
  const [first] = errors;
  const detail = `The publisher configuration is not valid. ${first?.path}: ${first?.message}`;
  return new AppError('invalid', detail, { errors });
}

/** The configuration of a new alert. */
export function defaultConfig(schema: JsonSchema | undefined): string | null {
  return schema ? JSON.stringify(defaultsOf(schema)) : null;
}
