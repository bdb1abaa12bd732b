import { inspect } from 'node:util';
import type { DatasourceConfig, Datasources } from './datasources.ts';
import type { LoggingLevels } from './logging-levels.ts';
import type { OidcProviderConfig } from './oidc-providers.ts';
import { getProperty, type PropertyName, type PropertyValues, propertyNames } from './properties.ts';

/** `config['svc.http.port']` is a number. Frozen; secrets are masked when it is printed or serialised. */
export type Config = PropertyValues & {
  readonly loggingLevels: LoggingLevels;
  readonly datasources: Datasources;
  /** The provider of `svc.oidc.*` and the named ones. Empty while OpenID Connect is disabled. */
  readonly oidcProviders: readonly OidcProviderConfig[];
  /** The properties that are set, even to their default. */
  readonly setProperties: ReadonlySet<PropertyName>;
};

const MASK = '[secret]';

export function toConfig(
  values: PropertyValues,
  loggingLevels: LoggingLevels,
  { datasources, oidcProviders }: Pick<Config, 'datasources' | 'oidcProviders'>,
  setProperties: ReadonlySet<PropertyName>,
): Config {
  const named = Object.entries(datasources).map(([name, datasource]) => [name, toSafeDatasource(datasource)]);
  const config: Config = {
    ...values,
    loggingLevels: Object.freeze({ ...loggingLevels }),
    datasources: Object.freeze(Object.fromEntries(named)),
    oidcProviders: Object.freeze(oidcProviders.map(toSafeProvider)),
    setProperties,
  };
  return freezeWithMask(config, (plain) => ({ ...plain, ...maskedSecrets(values) }));
}

function maskedSecrets(values: PropertyValues): Partial<Record<PropertyName, string>> {
  const secrets = propertyNames.filter((name) => getProperty(name).type.secret && values[name] !== undefined);
  return Object.fromEntries(secrets.map((name) => [name, MASK]));
}

function toSafeDatasource(datasource: DatasourceConfig): DatasourceConfig {
  const copy = { ...datasource, pool: Object.freeze({ ...datasource.pool }) };
  return freezeWithMask(copy, (plain) =>
    plain.password === undefined ? plain : { ...plain, password: MASK },
  );
}

function toSafeProvider(provider: OidcProviderConfig): OidcProviderConfig {
  return freezeWithMask({ ...provider }, (plain) =>
    plain.clientSecret === undefined ? plain : { ...plain, clientSecret: MASK },
  );
}

function freezeWithMask<T extends object>(value: T, mask: (plain: T) => object): T {
  const masked = () => mask({ ...value });
  Object.defineProperty(value, 'toJSON', { value: masked, enumerable: false });
  Object.defineProperty(value, inspect.custom, { value: masked, enumerable: false });
  return Object.freeze(value);
}
