import { homedir } from 'node:os';
import { type ChosenSettings, chooseSettings, isSetting } from './chosen-settings.ts';
import { type Config, toConfig } from './config.ts';
import {
  type ConfigInputs,
  describeEntry,
  type Entry,
  type Findings,
  listEntries,
} from './config-entries.ts';
import { ConfigError } from './config-error.ts';
import { checkTogether } from './cross-checks.ts';
import { type DatasourceConfig, resolveDatasources } from './datasources.ts';
import { createExpander } from './expand-values.ts';
import { hasExpression } from './expressions.ts';
import { DEFAULT_LOGGING_LEVELS, type LoggingLevels, logLevel } from './logging-levels.ts';
import { reportNames } from './name-findings.ts';
import { resolveName } from './name-meaning.ts';
import { resolveOidcProviders } from './oidc-providers.ts';
import { datasourceProperties } from './properties/datasource.ts';
import { getProperty, type PropertyName, type PropertyValues, propertyNames } from './properties.ts';
import { toEnvironmentName, toKey } from './property-key.ts';
import { type Resolution, resolveValue } from './resolve-value.ts';
import type { ValueContext } from './value-type.ts';

export type { Config } from './config.ts';

/** Where a value came from: `default`, `--set`, `environment`, or a file and line. */
interface ValueSource {
  readonly where: string;
  /** The name as it was written there. */
  readonly name: string;
}

export interface LoadedConfig {
  readonly config: Config;
  readonly warnings: readonly string[];
  readonly sources: Readonly<Record<PropertyName, ValueSource>>;
}

/** Reads command line, environment and file, in this order of strength. Throws one `ConfigError` for all problems. */
export function loadConfig(inputs: ConfigInputs): LoadedConfig {
  const findings: Findings = { problems: [], warnings: [] };
  const context = { cwd: inputs.cwd, home: inputs.env.HOME || homedir() };
  const entries = listEntries(inputs, findings);
  const chosen = chooseSettings(entries, findings);
  const references = new Set<string>();
  const find = createFinder(entries, chosen, inputs, context, references);
  const resolution = { expand: createExpander({ context, find }), context, findings };
  const config = resolveConfig(chosen, resolution);
  reportNames(entries, (name) => references.has(name), findings);
  checkTogether(config, chosen, findings);
  warnOfVisibleSecrets(chosen, findings);
  if (findings.problems.length > 0) throw new ConfigError(findings.problems);
  return { config, warnings: findings.warnings, sources: listSources(chosen) };
}

/** Every user of the machine can see the arguments of every process. A reference to a secret shows nothing. */
function warnOfVisibleSecrets(chosen: ChosenSettings, { warnings }: Findings): void {
  for (const { entry, setting } of chosen.values()) {
    if (setting.kind === 'logger' || entry.source !== 'command line' || hasExpression(entry.raw)) continue;
    if (!getProperty(setting.property).type.secret) continue;
    warnings.push(
      `${describeEntry(entry)}: other users of this machine can see arguments. Set ${toEnvironmentName(setting.name)} ` +
        `in the environment instead, or write ${setting.name}=\${file::<path>}.`,
    );
  }
}

function resolveConfig(chosen: ChosenSettings, resolution: Resolution): Config {
  const values = resolveProperties(chosen, resolution);
  const datasources = resolveDatasources(chosen, values['svc.init.tasks.datasource.name'], resolution);
  return toConfig(
    { ...values, ...toMainValues(datasources.default) },
    resolveLevels(chosen, resolution),
    { datasources, oidcProviders: resolveOidcProviders(chosen, values, resolution) },
    new Set(propertyNames.filter((name) => chosen.has(toKey(name)))),
  );
}

type DatasourceValues = Pick<PropertyValues, keyof typeof datasourceProperties>;

function resolveProperties(
  chosen: ChosenSettings,
  resolution: Resolution,
): Omit<PropertyValues, keyof DatasourceValues> {
  const names = propertyNames.filter((name) => !Object.hasOwn(datasourceProperties, name));
  const values = names.map((name) => [name, resolveProperty(name, chosen, resolution)]);
  return Object.fromEntries(values) as PropertyValues;
}

/** The main data source once more, under the names of its properties. */
function toMainValues({ url, username, password, pool }: DatasourceConfig): DatasourceValues {
  return {
    'svc.datasource.url': url,
    'svc.datasource.username': username,
    'svc.datasource.password': password,
    'svc.datasource.pool.enabled': pool.enabled,
    'svc.datasource.pool.max-size': pool.maxSize,
    'svc.datasource.pool.min-idle': pool.minIdle,
    'svc.datasource.pool.idle-timeout-ms': pool.idleTimeoutMs,
    'svc.datasource.pool.max-lifetime-ms': pool.maxLifetimeMs,
  };
}

function resolveProperty(name: PropertyName, chosen: ChosenSettings, resolution: Resolution): unknown {
  const { type, default: standard } = getProperty(name);
  const setting = chosen.get(toKey(name));
  const value = setting && resolveValue(setting, type, resolution);
  if (value !== undefined || standard === undefined || standard === null) return value;
  // A default is read like any other text: a relative path becomes absolute.
  const parsed = type.parse(type.format(standard), resolution.context);
  return parsed.ok ? parsed.value : standard;
}

function resolveLevels(chosen: ChosenSettings, resolution: Resolution): LoggingLevels {
  const levels = { ...DEFAULT_LOGGING_LEVELS };
  for (const setting of chosen.values()) {
    if (setting.setting.kind !== 'logger') continue;
    const level = resolveValue(setting, logLevel, resolution);
    if (level !== undefined) Object.assign(levels, { [setting.setting.logger]: level });
  }
  return levels;
}

/** The text that `${name}` refers to: a setting, another name of the same sources, or an environment variable. */
function createFinder(
  entries: readonly Entry[],
  chosen: ChosenSettings,
  { env, cwd }: ConfigInputs,
  { home }: ValueContext,
  references: Set<string>,
) {
  const builtIn = new Map([
    ['user.home', home],
    ['user.dir', cwd],
  ]);
  return (name: string) => {
    references.add(name);
    const setting = findSettingText(name, chosen);
    if (setting) return setting;
    const raw = entries.find((entry) => entry.name === name)?.raw ?? env[name] ?? builtIn.get(name);
    return raw === undefined ? undefined : { raw, key: name };
  };
}

function findSettingText(name: string, chosen: ChosenSettings) {
  const meaning = resolveName(name, 'file');
  if (!isSetting(meaning)) return undefined;
  const key = toKey(meaning.name);
  const found = chosen.get(key);
  if (!found) return meaning.kind === 'property' ? defaultText(meaning.property, key) : undefined;
  const { entry, setting } = found;
  const converted = hasExpression(entry.raw) ? undefined : setting.conversion?.convert(entry.raw);
  return { raw: converted ?? entry.raw, key };
}

function defaultText(name: PropertyName, key: string) {
  const { type, default: standard } = getProperty(name);
  return standard === undefined || standard === null ? undefined : { raw: type.format(standard), key };
}

function listSources(chosen: ChosenSettings): Record<PropertyName, ValueSource> {
  const sources = propertyNames.map((name) => {
    const entry = chosen.get(toKey(name))?.entry;
    return [name, { where: entry?.where ?? 'default', name: entry?.name ?? name }];
  });
  return Object.fromEntries(sources) as Record<PropertyName, ValueSource>;
}
