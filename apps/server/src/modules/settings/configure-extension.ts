import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../platform/context.ts';
import { type Db, inTransaction } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { emitEvents } from '../notifications/emit-events.ts';
import { configurationChanged } from '../notifications/system-events.ts';
import { defaultsOf, describeSchemaError, listSchemaErrors, requireSecrets } from './config-schema.ts';
import type { Extension, ExtensionConfig, ExtensionPoint, JsonSchema } from './extension-point.ts';
import { findStoredConfig, upsertConfig } from './extension-store.ts';
import { requireSecretUse } from './require-secret-use.ts';

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

/** Returns the stored configuration, or the defaults. */
export async function readConfig(
  db: Db,
  points: Points,
  point: string,
  name: string,
): Promise<ExtensionConfig> {
  const schema = requireSchema(getExtension(points, point, name));
  return (await findStoredConfig(db, point, name)) ?? defaultsOf(schema);
}

/** Returns true if anything changed. */
export async function updateConfig(
  ctx: Context,
  principal: Principal,
  points: Points,
  point: string,
  name: string,
  config: ExtensionConfig,
): Promise<boolean> {
  const schema = requireSchema(getExtension(points, point, name));
  requireValid(schema, config);
  await requireSecrets(ctx.secrets, schema, config);
  return inTransaction(ctx.db, async (tx) => {
    const before = await findStoredConfig(tx, point, name);
    if (isDeepStrictEqual(before, config)) return false;
    requireSecretUse(principal, schema, { before, after: config });
    await upsertConfig(tx, point, name, config);
    const event = configurationChanged(`The configuration of the extension ${name} at ${point}`);
    await emitEvents(tx, ctx.now(), [event]);
    return true;
  });
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
  config: ExtensionConfig,
): Promise<Check[]> {
  const extension = getExtension(points, point, name);
  if (extension.schema) {
    requireValid(extension.schema, config);
    requireSecretUse(principal, extension.schema, { after: config });
    await requireSecrets(ctx.secrets, extension.schema, config);
  }
  if (!extension.check) return [{ name: 'connection', status: 'SKIPPED' }];
  try {
    const wrong = await extension.check(config);
    return [{ name: 'connection', ...(wrong ? { status: 'FAILED', message: wrong } : { status: 'PASSED' }) }];
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return [{ name: 'connection', status: 'FAILED', message }];
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
