import type { Db } from '../../platform/db/database.ts';
import { findSetting } from '../settings/find-setting.ts';
import { type FindingIntegration, INTEGRATIONS_GROUP } from './finding-integration.ts';

/** The configuration properties that are in effect. */
export interface IntegrationSettings {
  readonly isEnabled: boolean;
  readonly url: string | undefined;
  /** The name of the secret. */
  readonly secretName: string | undefined;
  /** All of them by name. Those without a value are left out. */
  readonly values: ReadonlyMap<string, string>;
  /** Names of those that a push needs and that have no value. */
  readonly missing: readonly string[];
}

/** Called for each push, so that all nodes use a change at once. */
export async function loadIntegrationSettings(
  db: Db,
  { settings }: FindingIntegration,
): Promise<IntegrationSettings> {
  const needed = [settings.url, settings.secret, ...settings.required];
  const values = new Map<string, string>();
  for (const name of [settings.enabled, ...needed, ...settings.optional]) {
    const value = (await findSetting(db, INTEGRATIONS_GROUP, name))?.trim();
    if (value) values.set(name, value);
  }
  return {
    isEnabled: values.get(settings.enabled) === 'true',
    url: values.get(settings.url),
    secretName: values.get(settings.secret),
    values,
    missing: needed.filter((name) => !values.has(name)),
  };
}
