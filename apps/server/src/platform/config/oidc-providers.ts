import type { ChosenSetting, ChosenSettings } from './chosen-settings.ts';
import type { OidcProviderField } from './oidc-provider-name.ts';
import { oidcProviderProperties } from './properties/oidc.ts';
import { getProperty, type PropertyValues } from './properties.ts';
import { toKey } from './property-key.ts';
import { type Resolution, resolveValue } from './resolve-value.ts';

export interface OidcProviderConfig {
  /** `default` for the provider of `svc.oidc.*`, otherwise its name in the properties. */
  readonly id: string;
  readonly isMain: boolean;
  readonly displayName: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly scopes: readonly string[];
  readonly usernameClaim: string;
  readonly teamsClaim: string;
  readonly userProvisioning: boolean;
  readonly teamSynchronization: boolean;
  readonly defaultTeams: readonly string[];
}

type ProviderValues = Pick<PropertyValues, keyof typeof oidcProviderProperties>;

const MAIN = 'default';

/** The provider of `svc.oidc.*` and the named ones. Empty while OpenID Connect is disabled. */
export function resolveOidcProviders(
  chosen: ChosenSettings,
  values: ProviderValues & Pick<PropertyValues, 'svc.oidc.enabled'>,
  resolution: Resolution,
): readonly OidcProviderConfig[] {
  const named = [...groupByProvider(chosen)].map(([id, settings]) =>
    toNamedProvider(id, toProviderValues(settings, resolution), resolution),
  );
  const main = toProvider(MAIN, values, 'OpenID Connect');
  const all = [main, ...named].filter((provider) => provider !== undefined);
  if (!values['svc.oidc.enabled']) return [];
  if (all.length === 0) {
    resolution.findings.warnings.push(
      'svc.oidc.enabled has no effect, because svc.oidc.issuer and svc.oidc.client-id are not both set.',
    );
  }
  return all;
}

type Settings = Map<OidcProviderField, ChosenSetting>;

function groupByProvider(chosen: ChosenSettings): Map<string, Settings> {
  const groups = new Map<string, Settings>();
  for (const setting of chosen.values()) {
    if (setting.setting.kind !== 'oidc-provider') continue;
    const { provider, field } = setting.setting.provider;
    groups.set(provider, (groups.get(provider) ?? new Map()).set(field, setting));
  }
  return groups;
}

function toProviderValues(settings: Settings, resolution: Resolution): ProviderValues {
  const names = Object.keys(oidcProviderProperties) as (keyof ProviderValues)[];
  const entries = names.map((name) => {
    const { type, default: standard } = getProperty(name);
    const setting = settings.get(name.slice('svc.oidc.'.length) as OidcProviderField);
    return [name, (setting && resolveValue(setting, type, resolution)) ?? standard];
  });
  return Object.fromEntries(entries) as ProviderValues;
}

function toNamedProvider(id: string, values: ProviderValues, { findings }: Resolution) {
  const provider = toProvider(id, values, id);
  if (toKey(id) === 'DEFAULT' || !/^[a-z0-9][a-z0-9-]{0,62}$/.test(id)) {
    findings.problems.push(
      `svc.oidc.provider.${id}: the name must be lower-case letters, digits and hyphens, and not "default".`,
    );
  }
  if (!provider) {
    findings.problems.push(`svc.oidc.provider.${id}.issuer and .client-id must both be set.`);
  }
  return provider;
}

/** Returns undefined if issuer or client id are missing. */
function toProvider(id: string, values: ProviderValues, name: string): OidcProviderConfig | undefined {
  const issuer = values['svc.oidc.issuer'];
  const clientId = values['svc.oidc.client-id'];
  if (issuer === undefined || clientId === undefined) return undefined;
  return {
    id,
    isMain: id === MAIN,
    displayName: values['svc.oidc.display-name'] ?? name,
    issuer,
    clientId,
    clientSecret: values['svc.oidc.client-secret'],
    scopes: values['svc.oidc.scopes'],
    usernameClaim: values['svc.oidc.username-claim'],
    teamsClaim: values['svc.oidc.teams-claim'],
    userProvisioning: values['svc.oidc.user-provisioning'],
    teamSynchronization: values['svc.oidc.team-synchronization'],
    defaultTeams: values['svc.oidc.default-teams'],
  };
}
