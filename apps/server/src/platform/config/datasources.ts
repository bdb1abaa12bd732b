import type { ChosenSetting, ChosenSettings } from './chosen-settings.ts';
import { describeEntry, type Findings } from './config-entries.ts';
import { type DatasourceField, datasourceFields } from './datasource-name.ts';
import { toPostgresAddress } from './postgres-address.ts';
import { getProperty } from './properties.ts';
import { toKey } from './property-key.ts';
import { type Resolution, resolveValue } from './resolve-value.ts';

export interface DatasourceConfig {
  /** `postgresql://…` without credentials. Undefined (default data source only): the embedded PostgreSQL. */
  readonly url: string | undefined;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly pool: {
    readonly enabled: boolean;
    readonly maxSize: number;
    readonly minIdle: number;
    readonly idleTimeoutMs: number;
    readonly maxLifetimeMs: number;
  };
}

/** By name; the one called `default` always exists. */
export type Datasources = Readonly<Record<string, DatasourceConfig> & { default: DatasourceConfig }>;

const DEFAULT_DATASOURCE = 'default';

/** The main data source and the named ones, by name. */
export function resolveDatasources(
  chosen: ChosenSettings,
  initDatasource: string,
  resolution: Resolution,
): Datasources {
  const groups = groupByDatasource(chosen);
  const main = groups.get(DEFAULT_DATASOURCE) ?? new Map();
  groups.delete(DEFAULT_DATASOURCE);
  const datasources: Record<string, DatasourceConfig> & { default: DatasourceConfig } = {
    default: resolveDatasource(DEFAULT_DATASOURCE, main, resolution),
  };
  for (const [name, settings] of groups) {
    const finalName = toKey(name) === toKey(initDatasource) ? initDatasource : name;
    datasources[finalName] = resolveDatasource(finalName, settings, resolution);
  }
  if (!Object.hasOwn(datasources, initDatasource)) {
    resolution.findings.problems.push(undefinedDatasource(chosen, initDatasource));
  }
  return datasources;
}

type Settings = Map<DatasourceField, ChosenSetting>;

/** Names that are equal as environment variables are one data source. */
function groupByDatasource(chosen: ChosenSettings): Map<string, Settings> {
  const names = new Map<string, string>();
  const groups = new Map<string, Settings>();
  for (const setting of chosen.values()) {
    const { datasource, field } = toDatasource(setting) ?? {};
    if (datasource === undefined || field === undefined) continue;
    const name = names.get(toKey(datasource)) ?? datasource;
    names.set(toKey(datasource), name);
    groups.set(name, (groups.get(name) ?? new Map()).set(field, setting));
  }
  return groups;
}

function toDatasource({ setting }: ChosenSetting) {
  if (setting.kind === 'datasource') return setting.datasource;
  const field = datasourceFields.find((candidate) => setting.name === `svc.datasource.${candidate}`);
  return field && { datasource: DEFAULT_DATASOURCE, field };
}

function resolveDatasource(name: string, settings: Settings, resolution: Resolution): DatasourceConfig {
  const { findings } = resolution;
  const value = <T>(field: DatasourceField): T => {
    const { type, default: standard } = getProperty(`svc.datasource.${field}`);
    const setting = settings.get(field);
    return ((setting && resolveValue(setting, type, resolution)) ?? standard) as T;
  };
  const address = readAddress(value('url'), settings, findings);
  const username = value<string | undefined>('username') ?? address?.username;
  const password = value<string | undefined>('password') ?? address?.password;
  const pool = {
    enabled: value<boolean>('pool.enabled'),
    maxSize: value<number>('pool.max-size'),
    minIdle: value<number>('pool.min-idle'),
    idleTimeoutMs: value<number>('pool.idle-timeout-ms'),
    maxLifetimeMs: value<number>('pool.max-lifetime-ms'),
  };
  checkUrl(name, settings, findings);
  return { url: address?.url, username, password, pool: fitPool(pool, settings, findings) };
}

function readAddress(url: string | undefined, settings: Settings, findings: Findings) {
  const address = url === undefined ? undefined : toPostgresAddress(url);
  const entry = settings.get('url')?.entry;
  if (!address?.ok || !entry) return undefined;
  for (const note of address.notes) findings.warnings.push(`${describeEntry(entry)}: ${note}.`);
  return address;
}

function checkUrl(name: string, settings: Settings, { problems, warnings }: Findings): void {
  if (settings.has('url')) return;
  if (name !== DEFAULT_DATASOURCE) {
    problems.push(`svc.datasource.${name}.url is not set, but other settings of this data source are.`);
    return;
  }
  for (const field of ['username', 'password'] as const) {
    const entry = settings.get(field)?.entry;
    if (entry) warnings.push(`${describeEntry(entry)} has no effect, because svc.datasource.url is not set.`);
  }
}

/** A lower maximum also lowers the default number of idle connections; an explicit number must fit. */
function fitPool(pool: DatasourceConfig['pool'], settings: Settings, { problems }: Findings) {
  const explicit = settings.get('pool.min-idle')?.entry;
  if (pool.minIdle > pool.maxSize && explicit) {
    problems.push(
      `${describeEntry(explicit)}: ${pool.minIdle} idle connections are more than the ${pool.maxSize} of ` +
        'pool.max-size; lower the one or raise the other.',
    );
  }
  return { ...pool, minIdle: Math.min(pool.minIdle, pool.maxSize) };
}

function undefinedDatasource(chosen: ChosenSettings, name: string): string {
  const entry = chosen.get(toKey('svc.init.tasks.datasource.name'))?.entry;
  const written = entry ? describeEntry(entry) : 'svc.init.tasks.datasource.name';
  return `${written}: there is no data source "${name}"; define it with svc.datasource.${name}.url.`;
}
