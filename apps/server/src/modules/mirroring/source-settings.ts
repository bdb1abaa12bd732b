import type { Config } from '../../platform/config/load-config.ts';
import type { Context } from '../../platform/context.ts';
import type { ExtensionConfig, ResolvedSettings } from '../settings/extension-point.ts';
import { findSecretValue, resolveSettings } from '../settings/extension-settings.ts';
import { loadStoredConfigs } from '../settings/resolve-extension.ts';
import {
  KEV_POINT,
  SOURCE_NAMES,
  SOURCE_POINT,
  type SourceName,
  sourceExtensions,
} from './source-extensions.ts';

export interface SourceSettings {
  readonly isEnabled: boolean;
  readonly url: string;
  readonly cron: string;
  /** For OSV. */
  readonly ecosystems: readonly string[];
  /** For OSV: whether changed records are read singly. Otherwise archives are read. */
  readonly isIncremental: boolean;
  /** Whether other ids of a vulnerability are recorded. */
  readonly syncsAliases: boolean;
  /** Whether a user set the address over the API. Otherwise the configuration of the server did. */
  readonly isUserAddress: boolean;
}

/** The settings of a run. */
export interface RunSettings extends SourceSettings {
  /** API key or token. Never logged or shown. */
  readonly secret: string | undefined;
  /** For GitHub, instead of a token. */
  readonly app?: GithubApp | undefined;
}

export interface GithubApp {
  readonly id: string;
  readonly installationId: string;
  /** PEM. Never logged or shown. */
  readonly privateKey: string;
}

export function findSourceName(name: string): SourceName | undefined {
  return SOURCE_NAMES.find((candidate) => candidate === name.toLowerCase());
}

type SettingsContext = Pick<Context, 'db' | 'config'>;

/** Loads the settings of all sources: properties, what users have configured, defaults. */
export async function loadSourceSettings(
  ctx: SettingsContext,
): Promise<ReadonlyMap<SourceName, SourceSettings>> {
  const stored = await loadStored(ctx);
  return new Map(
    SOURCE_NAMES.map((name) => [
      name,
      toSourceSettings(ctx.config, name, resolve(ctx.config, name, stored(name))),
    ]),
  );
}

export async function getSourceSettings(ctx: SettingsContext, name: SourceName): Promise<SourceSettings> {
  const stored = await loadStored(ctx);
  return toSourceSettings(ctx.config, name, resolve(ctx.config, name, stored(name)));
}

export async function loadRunSettings(ctx: Context, name: SourceName): Promise<RunSettings> {
  const stored = await loadStored(ctx);
  return toRunSettings(ctx, name, resolve(ctx.config, name, stored(name)));
}

export async function toRunSettings(
  ctx: Pick<Context, 'config' | 'secrets'>,
  name: SourceName,
  resolved: ResolvedSettings,
): Promise<RunSettings> {
  const { members, secretMember } = sourceExtensions[name];
  const secret = secretMember && (await findSecretValue(ctx, members, resolved, secretMember));
  const app = name === 'github' && !secret ? await findGithubApp(ctx, resolved) : undefined;
  return { ...toSourceSettings(ctx.config, name, resolved), secret, app };
}

/** Returns undefined unless the App is configured completely. */
async function findGithubApp(
  ctx: Pick<Context, 'config' | 'secrets'>,
  resolved: ResolvedSettings,
): Promise<GithubApp | undefined> {
  const { appId, installationId } = resolved.config;
  const privateKey = await findSecretValue(ctx, sourceExtensions.github.members, resolved, 'appPrivateKey');
  if (!appId || !installationId || !privateKey) return undefined;
  return { id: String(appId), installationId: String(installationId), privateKey };
}

async function loadStored({
  db,
}: SettingsContext): Promise<(name: SourceName) => ExtensionConfig | undefined> {
  const [ofSources, ofCatalogues] = await Promise.all([
    loadStoredConfigs(db, SOURCE_POINT),
    loadStoredConfigs(db, KEV_POINT),
  ]);
  return (name) => {
    const { point, extension } = sourceExtensions[name];
    return (point === KEV_POINT ? ofCatalogues : ofSources).get(extension);
  };
}

function resolve(config: Config, name: SourceName, stored: ExtensionConfig | undefined): ResolvedSettings {
  return resolveSettings(config, sourceExtensions[name].members, stored);
}

function toSourceSettings(
  config: Config,
  name: SourceName,
  { config: values, setByUser }: ResolvedSettings,
): SourceSettings {
  const { addressMember } = sourceExtensions[name];
  return {
    isEnabled: values.enabled === true,
    url: String(values[addressMember]).replace(/\/+$/, ''),
    cron: config[`svc.vuln-data-source.${name}.cron`],
    ecosystems: (values.ecosystems as readonly string[] | undefined) ?? [],
    isIncremental: values.incrementalMirroringEnabled !== false,
    syncsAliases: values.aliasSyncEnabled !== false,
    isUserAddress: setByUser.has(addressMember),
  };
}
