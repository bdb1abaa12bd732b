import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Extension, ExtensionConfig } from './extension-point.ts';
import { resolveSettings, withoutCredentials } from './extension-settings.ts';
import { listStoredConfigs } from './extension-store.ts';

/** Loads what users have configured over the API, by the name of the extension. */
export function loadStoredConfigs(db: Db, point: string): Promise<ReadonlyMap<string, ExtensionConfig>> {
  return listStoredConfigs(db, point);
}

/**
 * Returns a given configuration without the members that a property sets. Throws if it changes one of those: the change
 * would have no effect.
 */
export function withoutPropertyMembers(
  { config }: Pick<Context, 'config'>,
  { members }: Extension,
  given: ExtensionConfig,
): ExtensionConfig {
  if (!members) return given;
  const resolved = resolveSettings(config, members, given);
  const shown = withoutCredentials(resolved).config;
  const refused = Object.entries(resolved.setBy).filter(
    ([name]) => Object.hasOwn(given, name) && !isDeepStrictEqual(given[name], shown[name]),
  );
  if (refused.length > 0) throw setByProperty(refused);
  return Object.fromEntries(Object.entries(given).filter(([name]) => !Object.hasOwn(resolved.setBy, name)));
}

function setByProperty(refused: readonly (readonly [string, string])[]): AppError {
  const named = refused.map(([name, property]) => `${name} by ${property}`).join(', ');
  return new AppError('conflict', `Properties set ${named}. Change or remove the properties instead.`, {
    title: 'Set by a property',
    members: { properties: Object.fromEntries(refused) },
  });
}
