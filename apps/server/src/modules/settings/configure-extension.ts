import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { emitEvents } from '../notifications/emit-events.ts';
import { configurationChanged } from '../notifications/system-events.ts';
import {
  defaultsOf,
  describeSchemaError,
  listSchemaErrors,
  presentSchema,
  requireSecrets,
} from './config-schema.ts';
import type {
  Extension,
  ExtensionConfig,
  ExtensionPoint,
  JsonSchema,
  ResolvedSettings,
} from './extension-point.ts';
import { markProperties, resolveSettings, withoutCredentials } from './extension-settings.ts';
import { findStoredConfig, upsertConfig } from './extension-store.ts';
import { requirePropertySecretUse, requireSecretUse } from './require-secret-use.ts';
import { withoutPropertyMembers } from './resolve-extension.ts';

type Points = readonly ExtensionPoint[];

export function getPoint(points: Points, name: string): ExtensionPoint {
  const point = points.find((each) => each.name === name);
  if (point) return point;
  throw new AppError('not-found', `Extension point "${name}" does not exist.`);
}

export function getExtension(points: Points, pointName: string, name: string): Extension {
  const extension = getPoint(points, pointName).extensions.find((each) => each.name === name);
  if (extension) return extension;
  throw new AppError('not-found', `Extension "${name}" does not exist at ${pointName}.`);
}

/** Returns the configuration that is in effect: properties, the stored configuration, defaults. */
export async function readConfig(
  { db, config }: Context,
  points: Points,
  point: string,
  name: string,
): Promise<ResolvedSettings> {
  const extension = getExtension(points, point, name);
  const schema = requireSchema(extension);
  const stored = await findStoredConfig(db, point, name);
  if (extension.members) return withoutCredentials(resolveSettings(config, extension.members, stored));
  return withoutProperties(stored ?? defaultsOf(schema));
}

function withoutProperties(config: ExtensionConfig): ResolvedSettings {
  return { config, setBy: {}, setByUser: new Set(Object.keys(config)) };
}

/** Returns undefined if there is nothing to configure. */
export function describeConfig({ config }: Context, { schema, members }: Extension): JsonSchema | undefined {
  if (!schema) return undefined;
  return presentSchema(members ? markProperties(schema, members, resolveSettings(config, members)) : schema);
}

/** Returns true if anything changed. */
export async function updateConfig(
  ctx: Context,
  principal: Principal,
  points: Points,
  point: string,
  name: string,
  given: ExtensionConfig,
): Promise<boolean> {
  const extension = getExtension(points, point, name);
  const schema = requireSchema(extension);
  const resolved = resolveGiven(ctx, extension, given);
  const config = withoutPropertyMembers(ctx, extension, given);
  await requireSecrets(ctx.secrets, schema, config);
  return inTransaction(ctx.db, async (tx) => {
    const before = await findStoredConfig(tx, point, name);
    if (isDeepStrictEqual(before, config)) return false;
    requireSecretUse(principal, schema, { before, after: config });
    requirePropertySecretUse(principal, extension, resolved);
    await upsertConfig(tx, point, name, config);
    const event = configurationChanged(`The configuration of the extension ${name} at ${point}`);
    await emitEvents(tx, ctx.now(), [event]);
    return true;
  });
}

/** Throws if the configuration that would be in effect is not valid. */
function resolveGiven({ config }: Context, extension: Extension, given: ExtensionConfig): ResolvedSettings {
  const { schema, members } = extension;
  const resolved = members ? resolveSettings(config, members, given) : withoutProperties(given);
  // Unknown members are in the given configuration only. Addresses of properties may contain credentials.
  if (schema) requireValid(schema, { ...given, ...withoutCredentials(resolved).config });
  return resolved;
}

interface Check {
  readonly name: string;
  readonly status: 'PASSED' | 'FAILED' | 'SKIPPED';
  readonly message?: string;
}

/** Tests a configuration without storing it. */
export async function testConfig(
  ctx: Context,
  principal: Principal,
  points: Points,
  point: string,
  name: string,
  given: ExtensionConfig,
): Promise<Check[]> {
  const extension = getExtension(points, point, name);
  const resolved = resolveGiven(ctx, extension, given);
  if (extension.schema) {
    requireSecretUse(principal, extension.schema, { after: resolved.config });
    requirePropertySecretUse(principal, extension, resolved);
    await requireSecrets(ctx.secrets, extension.schema, resolved.config);
  }
  return [{ name: 'connection', ...(await checkExtension(extension, resolved)) }];
}

async function checkExtension(
  { check }: Extension,
  resolved: ResolvedSettings,
): Promise<Omit<Check, 'name'>> {
  if (!check) return { status: 'SKIPPED' };
  try {
    const wrong = await check(resolved.config, resolved);
    return wrong ? { status: 'FAILED', message: wrong } : { status: 'PASSED' };
  } catch (error) {
    return { status: 'FAILED', message: error instanceof Error ? error.message : String(error) };
  }
}

function requireSchema({ schema, name }: Extension): JsonSchema {
  if (schema) return schema;
  throw new AppError('not-found', `The extension ${name} has no configuration.`);
}

function requireValid(schema: JsonSchema, config: ExtensionConfig): void {
  const errors = listSchemaErrors(schema, config);
  if (errors.length === 0) return;
  const [first] = errors;
  const detail = first ? `${first.instancePath || '/'}: ${describeSchemaError(first)}` : '';
  throw new AppError('invalid', detail, {
    title: 'JSON Schema Validation Failed',
    members: {
      errors: errors.map((error) => ({
        instance_location: error.instancePath,
        evaluation_path: error.schemaPath.replace(/^#/, ''),
        schema_location: error.schemaPath,
        keyword: error.keyword,
        message: describeSchemaError(error),
      })),
    },
  });
}
