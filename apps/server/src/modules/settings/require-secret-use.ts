import { isDeepStrictEqual } from 'node:util';
import type { Permission } from '@tallyman/contract';
import { AppError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { secretReferences } from './config-schema.ts';
import type { Extension, ExtensionConfig, JsonSchema, ResolvedSettings } from './extension-point.ts';

/** Permissions that allow replacing the value of any secret. */
const MAY_USE_SECRETS: readonly Permission[] = ['SECRET_MANAGEMENT', 'SECRET_MANAGEMENT_UPDATE'];

export function maySecretsBeUsed({ permissions }: Principal): boolean {
  return MAY_USE_SECRETS.some((permission) => permissions.has(permission));
}

/**
 * A configuration that names a secret sends its value to an address of that configuration. So naming a secret needs a
 * permission of secret management, and so does every change of a configuration that names one. `before` is the stored
 * configuration: saving it unchanged needs no permission. Without `before`, as for a test, the permission is always
 * needed.
 */
export function requireSecretUse(
  principal: Principal,
  schema: JsonSchema | undefined,
  { before, after }: { readonly before?: ExtensionConfig | undefined; readonly after: ExtensionConfig },
): void {
  const [named] = secretReferences(schema, after);
  if (!named || maySecretsBeUsed(principal) || isDeepStrictEqual(before, after)) return;
  throw secretUseRefused(named.path);
}

/**
 * A property may contain a secret that is sent to an address of the configuration. Then every change and test of the
 * configuration needs the permission.
 */
export function requirePropertySecretUse(
  principal: Principal,
  { members = {} }: Extension,
  { setBy }: ResolvedSettings,
): void {
  const named = Object.keys(setBy).find((name) => members[name]?.schema['x-secret-ref'] === true);
  if (named !== undefined && !maySecretsBeUsed(principal)) throw secretUseRefused(`/${named}`);
}

export function secretUseRefused(path: string): AppError {
  const detail =
    `The configuration names a secret (${path}). Naming secrets, changing a configuration that names one and testing it ` +
    `need the permission ${MAY_USE_SECRETS.join(' or ')}.`;
  return new AppError('forbidden', detail);
}
