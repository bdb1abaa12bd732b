import { type DatasourceName, findDatasourceName, toDatasourceProperty } from './datasource-name.ts';
import { findNearestName } from './nearest-name.ts';
import { findOidcProviderName, type OidcProviderName, toOidcProviderProperty } from './oidc-provider-name.ts';
import { isPeerProperty, isPeerTaskProperty } from './peer-properties.ts';
import { getProperty, type PropertyName, propertyNames } from './properties.ts';
import type { Conversion } from './property.ts';
import { PREFIX, type SplitKey, splitKey, toKey, withoutPrefix } from './property-key.ts';
import {
  findMovedField,
  findRemoved,
  findRemovedExactly,
  INIT_TASKS_DATASOURCE,
  movedInitDatasource,
} from './removed-properties.ts';

export type SourceKind = 'command line' | 'environment' | 'file';

/** The setting that a name sets. */
export type Setting = {
  /** The current name, with prefix. */
  readonly name: string;
  readonly deprecated: boolean;
  readonly conversion?: Conversion;
} & (
  | { readonly kind: 'property'; readonly property: PropertyName }
  | { readonly kind: 'datasource'; readonly datasource: DatasourceName; readonly property: PropertyName }
  | { readonly kind: 'oidc-provider'; readonly provider: OidcProviderName; readonly property: PropertyName }
  | { readonly kind: 'logger'; readonly logger: string }
);

export type NameMeaning =
  | Setting
  /** Contract "Errors": `<key>.file` and `legacy.<key>.file` refuse the start. */
  | { readonly kind: 'secret file'; readonly name: string }
  /** Contract "Versioning" 5. */
  | { readonly kind: 'logging level' }
  | { readonly kind: 'removed'; readonly replacement: string; readonly datasource?: DatasourceName }
  | { readonly kind: 'peer' }
  | { readonly kind: 'profile' }
  /** A variable without prefix that is known here, but is probably meant for another program. */
  | { readonly kind: 'shared'; readonly name: string }
  | { readonly kind: 'unknown'; readonly nearest?: string }
  | { readonly kind: 'foreign' };

interface KnownName {
  readonly property: PropertyName;
  readonly isOld: boolean;
  readonly conversion?: Conversion;
}

const known = new Map<string, KnownName>();
for (const property of propertyNames) {
  const { synonyms, oldNames } = getProperty(property);
  for (const name of [withoutPrefix(property), ...synonyms])
    known.set(toKey(name), { property, isOld: false });
  for (const { name, conversion } of oldNames) {
    known.set(toKey(name), { property, isOld: true, ...(conversion ? { conversion } : {}) });
  }
}

/** The keys of all names that set a property, without prefix. */
export const knownKeys: ReadonlySet<string> = new Set(known.keys());

/** What a name means in a source. */
export function resolveName(written: string, source: SourceKind): NameMeaning {
  const split = splitKey(toKey(written));
  if (source === 'environment' && split.prefix === 'none') return resolveBareVariable(written, split.rest);
  if (written.startsWith('%')) return { kind: 'profile' };
  return (
    findSetting(written, split) ??
    findLoggingLevel(written, split) ??
    findSecretFile(written, split) ??
    findRemovedName(split.rest, findRemoved) ??
    (isPeerProperty(split.rest) ? { kind: 'peer' } : unknownName(split))
  );
}

/**
 * Environment variables without prefix. Only exact names of properties that once had no prefix count: the environment
 * has many variables of other programs (`HTTP_HOST`, `PATH`, those that Kubernetes sets for its services).
 */
function resolveBareVariable(written: string, rest: string): NameMeaning {
  if (rest !== written) return { kind: 'foreign' };
  if (rest === 'LOGGING_LEVEL') return { kind: 'logging level' };
  const setting = known.get(rest);
  if (setting && SHARED_VARIABLES.has(rest)) return { kind: 'shared', name: setting.property };
  if (setting && getProperty(setting.property).carriedOver && !OTHERS_VARIABLES.has(rest)) {
    return toSetting(setting, true);
  }
  const secret = known.get(rest.replace(/_FILE$/, ''));
  if (rest.endsWith('_FILE') && secret && isBareSecret(secret)) {
    return { kind: 'secret file', name: secret.property };
  }
  const removed = findRemovedName(rest, findRemovedExactly);
  return removed ?? (isPeerTaskProperty(rest) ? { kind: 'peer' } : { kind: 'foreign' });
}

/** Many programs and platforms set these for their own database, which must not be used. */
export const SHARED_VARIABLES: ReadonlySet<string> = new Set([
  'DATABASE_URL',
  'DATABASE_USERNAME',
  'DATABASE_PASSWORD',
  'DATASOURCE_URL',
  'DATASOURCE_USERNAME',
  'DATASOURCE_PASSWORD',
]);

/** Common to all programs on a machine. */
export const OTHERS_VARIABLES: ReadonlySet<string> = new Set(['NO_PROXY']);

/**
 * Includes `DATABASE_PASSWORD_FILE`, although `DATABASE_PASSWORD` only causes a warning: without the password of the file
 * the service would use another database than the operator intends.
 */
function isBareSecret(secret: KnownName): boolean {
  const { type, carriedOver } = getProperty(secret.property);
  return type.secret && carriedOver;
}

function findSetting(written: string, { prefix, rest }: SplitKey): Setting | undefined {
  const name = known.get(rest);
  if (name) return toSetting(name, prefix !== 'new');
  const datasource = findDatasourceName(written, rest);
  if (!datasource) return findProviderSetting(prefix, rest);
  const property = `svc.datasource.${datasource.field}` as const;
  if (toKey(datasource.datasource) === 'DEFAULT')
    return toSetting({ property, isOld: false }, prefix !== 'new');
  const full = toDatasourceProperty(datasource);
  return { kind: 'datasource', name: full, deprecated: prefix !== 'new', datasource, property };
}

function findProviderSetting(prefix: SplitKey['prefix'], rest: string): Setting | undefined {
  const provider = findOidcProviderName(rest);
  if (!provider) return undefined;
  const property = `svc.oidc.${provider.field}` as const;
  const name = toOidcProviderProperty(provider);
  return { kind: 'oidc-provider', name, deprecated: prefix !== 'new', provider, property };
}

function toSetting({ property, isOld, conversion }: KnownName, hasOldPrefix: boolean): Setting {
  const deprecated = isOld || hasOldPrefix;
  return { kind: 'property', name: property, property, deprecated, ...(conversion ? { conversion } : {}) };
}

function findLoggingLevel(written: string, { prefix, rest }: SplitKey): NameMeaning | undefined {
  if (rest === 'LOGGING_LEVEL') return { kind: 'logging level' };
  if (!rest.startsWith('LOGGING_LEVEL_')) return undefined;
  const quotedOrPlain = /logging[.]level[.](?:"([^"]+)"|(.+))$/i.exec(written);
  const fromKey = rest.slice('LOGGING_LEVEL_'.length).toLowerCase().replaceAll('_', '.');
  const logger = quotedOrPlain?.[1] ?? quotedOrPlain?.[2] ?? fromKey;
  return { kind: 'logger', name: `${PREFIX}logging.level.${logger}`, logger, deprecated: prefix !== 'new' };
}

const MOVED_PASSWORD = toDatasourceProperty({ datasource: INIT_TASKS_DATASOURCE, field: 'password' });

function findSecretFile(written: string, { prefix, rest }: SplitKey): NameMeaning | undefined {
  if (!rest.endsWith('_FILE')) return undefined;
  const key = { prefix, rest: rest.slice(0, -'_FILE'.length) };
  if (findMovedField(key.rest) === 'password') return { kind: 'secret file', name: MOVED_PASSWORD };
  const setting = findSetting(written.replace(/[._-]file$/i, ''), key);
  const isSecret = setting && setting.kind !== 'logger' && getProperty(setting.property).type.secret;
  return isSecret ? { kind: 'secret file', name: setting.name } : undefined;
}

type RemovedFinder = (rest: string) => { readonly replacement: string } | undefined;

function findRemovedName(rest: string, find: RemovedFinder): NameMeaning | undefined {
  const field = findMovedField(rest);
  if (field) {
    const datasource = { datasource: INIT_TASKS_DATASOURCE, field };
    return { kind: 'removed', replacement: movedInitDatasource.replacement, datasource };
  }
  const removed = find(rest);
  return removed && { kind: 'removed', replacement: removed.replacement };
}

/** Limits the time to compare names. */
const MAX_NAME_LENGTH = 100;

const currentNames = new Map(
  propertyNames.flatMap((property) =>
    [withoutPrefix(property), ...getProperty(property).synonyms].map((name) => [
      toKey(name),
      `${PREFIX}${name}`,
    ]),
  ),
);

/** An unknown `svc.` name gets the nearest known one; other names only if they look like a typing error. */
function unknownName({ prefix, rest }: SplitKey): NameMeaning {
  const maxEdits = prefix === 'new' ? undefined : Math.max(2, Math.floor(rest.length / 4));
  const nearest = findNearestName(rest.slice(0, MAX_NAME_LENGTH), [...currentNames.keys()], maxEdits);
  const name = nearest === undefined ? undefined : currentNames.get(nearest);
  return name === undefined ? { kind: 'unknown' } : { kind: 'unknown', nearest: name };
}
