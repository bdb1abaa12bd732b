import { isDeepStrictEqual } from 'node:util';
import type { Permission } from '@tallyman/contract';
import { AppError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { secretReferences } from './config-schema.ts';
import type { ExtensionConfig, JsonSchema } from './extension-point.ts';

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

export function secretUseRefused(path: string): AppError {
  const detail =
    `The configuration names a secret (${path}). Naming secrets, changing a configuration that names one and testing it ` +
    `need the permission ${MAY_USE_SECRETS.join(' or ')}.`;
  return new AppError('forbidden', detail);
}
