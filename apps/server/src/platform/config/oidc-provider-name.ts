import { oidcProviderProperties } from './properties/oidc.ts';
import { toKey } from './property-key.ts';

/** The fields of a named provider: `issuer`, `client-id`, … */
export type OidcProviderField = AfterStart<keyof typeof oidcProviderProperties>;

type AfterStart<Name extends string> = Name extends `svc.oidc.${infer Field}` ? Field : never;

const fields = Object.keys(oidcProviderProperties).map((name) =>
  name.slice('svc.oidc.'.length),
) as OidcProviderField[];

export interface OidcProviderName {
  readonly provider: string;
  readonly field: OidcProviderField;
}

/**
 * `svc.oidc.provider.<name>.issuer` and the other fields. In environment variables the name is written with `_`:
 * `SVC_OIDC_PROVIDER_PARTNER_LOGIN_ISSUER` means `partner-login`.
 */
export function findOidcProviderName(rest: string): OidcProviderName | undefined {
  for (const field of fields) {
    const match = new RegExp(`^OIDC_PROVIDER_(.+)_${toKey(field)}$`).exec(rest);
    if (match?.[1]) return { provider: match[1].toLowerCase().replaceAll('_', '-'), field };
  }
  return undefined;
}

export function toOidcProviderProperty({ provider, field }: OidcProviderName): string {
  return `svc.oidc.provider.${provider}.${field}`;
}
