import type { ConfigProperty } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { effectiveValue } from './find-setting.ts';
import { knownSettings, settingKey } from './known-settings.ts';
import { presentSetting } from './present-setting.ts';
import { listStoredSettings } from './setting-store.ts';

export async function listSettings(ctx: Context): Promise<ConfigProperty[]> {
  const stored = await listStoredSettings(ctx.db);
  const byKey = new Map(stored.map((setting) => [settingKey(setting.group, setting.name), setting]));
  return knownSettings.map((known) =>
    presentSetting(known, effectiveValue(known, byKey.get(settingKey(known.group, known.name)))),
  );
}
