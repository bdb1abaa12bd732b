import type { ConfigProperty, ConfigPropertyUpdate } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { emitEvents } from '../notifications/emit-events.ts';
import { configurationChanged } from '../notifications/system-events.ts';
import { effectiveValue } from './find-setting.ts';
import { getKnownSetting } from './get-known-setting.ts';
import { findKnownSetting, type KnownSetting, settingKey } from './known-settings.ts';
import { presentSetting } from './present-setting.ts';
import { maySecretsBeUsed, secretUseRefused } from './require-secret-use.ts';
import { resolveSettingValue } from './resolve-setting-value.ts';
import { listStoredSettings, type StoredSetting, upsertSettings } from './setting-store.ts';

export async function updateSetting(
  ctx: Context,
  caller: Principal,
  update: ConfigPropertyUpdate,
): Promise<ConfigProperty> {
  const known = getKnownSetting(update.groupName, update.propertyName);
  const lack = describeLack(caller, known);
  if (lack) throw new AppError('forbidden', lack);
  const resolved = resolveSettingValue(known, update.propertyValue);
  if ('refusal' in resolved) throw new AppError('invalid', resolved.refusal);
  const { group, name } = known;
  const secretUse = findSecretUse(caller, known, resolved.value, await readStored(ctx));
  if (secretUse) throw secretUse;
  await storeSettings(ctx, [{ group, name, value: resolved.value }]);
  return presentSetting(known, effectiveValue(known, resolved));
}

/** Applies the updates that are valid. Returns the new setting, or the reason for rejection, per update. */
export async function updateSettings(
  ctx: Context,
  caller: Principal,
  updates: readonly ConfigPropertyUpdate[],
): Promise<(ConfigProperty | string)[]> {
  const stored = await readStored(ctx);
  const planned = updates.map((update) => planUpdate(caller, update, stored));
  const changes = new Map<string, StoredSetting>();
  for (const plan of planned) {
    if ('change' in plan) changes.set(settingKey(plan.change.group, plan.change.name), plan.change);
  }
  await storeSettings(ctx, [...changes.values()]);
  return planned.map((plan) => ('change' in plan ? plan.changed : plan.refusal));
}

async function storeSettings(ctx: Context, settings: readonly StoredSetting[]): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await upsertSettings(tx, settings);
    const events = settings.map(({ group, name }) => configurationChanged(`The setting ${group}/${name}`));
    await emitEvents(tx, ctx.now(), events);
  });
}

type PlannedUpdate =
  | { readonly change: StoredSetting; readonly changed: ConfigProperty }
  | { readonly refusal: string };

function planUpdate(
  caller: Principal,
  { groupName, propertyName, propertyValue }: ConfigPropertyUpdate,
  stored: StoredValues,
): PlannedUpdate {
  const known = findKnownSetting(groupName, propertyName);
  if (!known) return { refusal: `Property ${groupName}.${propertyName} does not exist.` };
  const lack = describeLack(caller, known);
  if (lack) return { refusal: lack };
  const resolved = resolveSettingValue(known, propertyValue);
  if ('refusal' in resolved) return resolved;
  const secretUse = findSecretUse(caller, known, resolved.value, stored);
  if (secretUse) return { refusal: secretUse.message };
  const change = { group: known.group, name: known.name, value: resolved.value };
  return { change, changed: presentSetting(known, effectiveValue(known, resolved)) };
}

function describeLack(caller: Principal, { group, name, alsoNeeds }: KnownSetting): string | undefined {
  if (alsoNeeds === undefined || caller.permissions.has(alsoNeeds)) return undefined;
  return `Changing ${group}.${name} also needs the permission ${alsoNeeds}.`;
}

type StoredValues = ReadonlyMap<string, string | null>;

async function readStored({ db }: Context): Promise<StoredValues> {
  const settings = await listStoredSettings(db);
  return new Map(settings.map(({ group, name, value }) => [settingKey(group, name), value]));
}

/** Returns why a change of a configuration that names a secret is rejected, see `require-secret-use.ts`. */
function findSecretUse(
  caller: Principal,
  { group, name, secretSetting }: KnownSetting,
  value: string | null,
  stored: StoredValues,
): AppError | undefined {
  if (secretSetting === undefined || maySecretsBeUsed(caller)) return undefined;
  const [secretGroup, secretName] = secretSetting.split('/', 2) as [string, string];
  const isSecret = group === secretGroup && name === secretName;
  const before = stored.get(settingKey(group, name)) ?? null;
  const secret = isSecret ? value : (stored.get(settingKey(secretGroup, secretName)) ?? null);
  return secret === null || value === before ? undefined : secretUseRefused(secretSetting);
}
