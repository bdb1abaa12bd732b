import { property } from '../property.ts';
import { boolean, commaList, milliseconds, secretText, text, tokenList, url } from '../value-types.ts';

const carried = { carriedOver: true } as const;

/** Properties that every provider has. Further providers are `svc.oidc.provider.<name>.*`. */
export const oidcProviderProperties = {
  'svc.oidc.client-id': property(text, {
    ...carried,
    description: 'Client id that tokens must be issued for.',
  }),
  'svc.oidc.client-secret': property(secretText, {
    description:
      'Secret of the client. Without it, the provider must accept the client as a public one, with PKCE only.',
  }),
  'svc.oidc.issuer': property(url(['https', 'http'], 'https://id.example.com/realms/main'), {
    ...carried,
    description: 'Identity provider; it must offer discovery.',
  }),
  'svc.oidc.display-name': property(text, {
    description: 'Name of the provider on the button of the sign-in page, such as `Example Ltd`.',
  }),
  'svc.oidc.scopes': property(tokenList, {
    default: ['openid', 'profile', 'email'],
    description: 'Scopes that the web interface requests. `openid` must be among them.',
  }),
  'svc.oidc.username-claim': property(text, {
    ...carried,
    default: 'name',
    description: 'Claim that holds the user name.',
  }),
  'svc.oidc.user-provisioning': property(boolean, {
    ...carried,
    default: false,
    description: 'Whether a first sign-in creates the user.',
  }),
  'svc.oidc.team-synchronization': property(boolean, {
    ...carried,
    default: false,
    description: 'Whether each sign-in sets the teams of the user from the teams claim.',
  }),
  'svc.oidc.teams-claim': property(text, {
    ...carried,
    default: 'groups',
    description: 'Claim that holds the groups of the user. `a.b` is the member `b` of the claim `a`.',
  }),
  'svc.oidc.default-teams': property(commaList, {
    ...carried,
    default: [],
    synonyms: ['oidc.teams.default'],
    description:
      'Teams of users who are created at their first sign-in. Without effect if teams are synchronised.',
  }),
};

export const oidcProperties = {
  'svc.oidc.enabled': property(boolean, {
    ...carried,
    default: false,
    description: 'Whether users can sign in with OpenID Connect.',
  }),
  ...oidcProviderProperties,
  'svc.oidc.clock-skew-ms': property(milliseconds(0, 600_000), {
    default: 60_000,
    description:
      'Greatest difference of the clocks of provider and service when the times of a token are checked.',
  }),
  'svc.oidc.timeout-ms': property(milliseconds(100, 60_000), {
    default: 10_000,
    description: 'Time within which a provider must answer a request.',
  }),
  'svc.oidc.key-refresh-ms': property(milliseconds(0), {
    default: 30_000,
    description: 'Shortest time between two requests for the keys of a provider because of unknown keys.',
  }),
};
