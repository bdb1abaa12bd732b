import Type from 'typebox';
import { PUBLIC, wholeOrPart } from '../access.ts';
import { operation } from '../operation.ts';
import { Team, WITHIN_OWN_POWER } from '../users-and-teams.ts';
import { Uuid, UuidParams } from '../values.ts';
import { CSRF_HEADER } from './browser-session-operations.ts';

const tag = 'oidc';
const FORM = 'application/x-www-form-urlencoded';

/** Names of groups are those of the provider, which may be long paths or distinguished names. */
const GroupName = Type.String({
  minLength: 1,
  maxLength: 1024,
  pattern: '^(?!\\s*$)[^\\u0000-\\u001f\\u007f]*$',
});

const OidcGroup = Type.Object({ uuid: Uuid, name: Type.String() }, { title: 'OidcGroup' });
const OidcMapping = Type.Object({ uuid: Uuid, group: OidcGroup }, { title: 'OidcMapping' });

export const oidcGroupOperations = {
  listOidcGroups: operation({
    id: 'listOidcGroups',
    method: 'GET',
    path: '/api/v1/oidc/group',
    access: wholeOrPart('ACCESS_MANAGEMENT', 'READ'),
    tag,
    summary: 'List groups of OpenID Connect providers',
    responses: { 200: Type.Array(OidcGroup) },
  }),
  createOidcGroup: operation({
    id: 'createOidcGroup',
    method: 'PUT',
    path: '/api/v1/oidc/group',
    access: wholeOrPart('ACCESS_MANAGEMENT', 'CREATE'),
    tag,
    summary: 'Create a group, to be mapped to teams',
    description: 'The name is that of the group in the claim of teams (`svc.oidc.teams-claim`).',
    body: Type.Object({ name: GroupName }, { title: 'NewOidcGroup' }),
    responses: { 201: OidcGroup },
    problems: [409],
  }),
  updateOidcGroup: operation({
    id: 'updateOidcGroup',
    method: 'POST',
    path: '/api/v1/oidc/group',
    access: wholeOrPart('ACCESS_MANAGEMENT', 'UPDATE'),
    tag,
    summary: 'Rename a group',
    description: `Its mappings stay. ${WITHIN_OWN_POWER}`,
    body: Type.Object({ uuid: Uuid, name: GroupName }, { title: 'OidcGroupUpdate' }),
    responses: { 200: OidcGroup },
    problems: [404, 409],
  }),
  deleteOidcGroup: operation({
    id: 'deleteOidcGroup',
    method: 'DELETE',
    path: '/api/v1/oidc/group/{uuid}',
    access: wholeOrPart('ACCESS_MANAGEMENT', 'DELETE'),
    tag,
    summary: 'Delete a group and its mappings',
    description: WITHIN_OWN_POWER,
    params: UuidParams,
    responses: { 204: null },
    problems: [404],
  }),
  listTeamsOfOidcGroup: operation({
    id: 'listTeamsOfOidcGroup',
    method: 'GET',
    path: '/api/v1/oidc/group/{uuid}/team',
    access: wholeOrPart('ACCESS_MANAGEMENT', 'READ'),
    tag,
    summary: 'List the teams that a group is mapped to',
    params: UuidParams,
    responses: { 200: Type.Array(Team) },
    problems: [404],
  }),
  mapOidcGroup: operation({
    id: 'mapOidcGroup',
    method: 'PUT',
    path: '/api/v1/oidc/mapping',
    access: wholeOrPart('ACCESS_MANAGEMENT', 'CREATE'),
    tag,
    summary: 'Map a group to a team',
    description:
      'Members of the group join the team at their next sign-in if teams are synchronised. If the mapping already exists, it ' +
      `is returned. ${WITHIN_OWN_POWER}`,
    body: Type.Object({ team: Uuid, group: Uuid }, { title: 'NewOidcMapping' }),
    responses: { 200: OidcMapping },
    problems: [404],
  }),
  deleteOidcMapping: operation({
    id: 'deleteOidcMapping',
    method: 'DELETE',
    path: '/api/v1/oidc/mapping/{uuid}',
    access: wholeOrPart('ACCESS_MANAGEMENT', 'DELETE'),
    tag,
    summary: 'Delete a mapping',
    description: `Members of the group leave the team at their next sign-in. ${WITHIN_OWN_POWER}`,
    params: UuidParams,
    responses: { 204: null },
    problems: [404],
  }),
  unmapOidcGroup: operation({
    id: 'unmapOidcGroup',
    method: 'DELETE',
    path: '/api/v1/oidc/group/{groupUuid}/team/{teamUuid}/mapping',
    access: wholeOrPart('ACCESS_MANAGEMENT', 'DELETE'),
    tag,
    summary: 'Delete the mapping of a group to a team',
    description: WITHIN_OWN_POWER,
    params: Type.Object({ groupUuid: Uuid, teamUuid: Uuid }),
    responses: { 204: null },
    problems: [404],
  }),
};

const OidcProviderItem = Type.Object(
  {
    id: Type.String(),
    name: Type.String({ description: 'For the button' }),
  },
  { title: 'OidcProvider' },
);

/** The callback has parameters of the provider that nobody can list. */
const Callback = Type.Object({
  state: Type.Optional(Type.String({ maxLength: 512 })),
  code: Type.Optional(Type.String({ maxLength: 8192 })),
  iss: Type.Optional(Type.String({ maxLength: 2048 })),
  error: Type.Optional(Type.String({ maxLength: 512 })),
});

export const oidcSignInOperations = {
  listOidcProviders: operation({
    id: 'listOidcProviders',
    method: 'GET',
    path: '/api/v2/oidc/providers',
    access: PUBLIC,
    tag,
    summary: 'List the OpenID Connect providers that users can sign in with',
    responses: { 200: Type.Object({ providers: Type.Array(OidcProviderItem) }, { title: 'OidcProviders' }) },
  }),
  startOidcSignIn: operation({
    id: 'startOidcSignIn',
    method: 'POST',
    path: '/api/v2/oidc/providers/{provider}/sign-in',
    access: PUBLIC,
    tag,
    summary: 'Begin to sign in with a provider: get the address to send the browser to',
    description:
      'Authorization code flow with PKCE. State, nonce and verifier are valid once, for ten minutes, and only in the browser ' +
      'that began: it gets an HttpOnly cookie. The request must come from a page of the same origin and have the header ' +
      `${CSRF_HEADER}; others are rejected with 403.`,
    params: Type.Object({ provider: Type.String({ pattern: '^[a-z0-9-]{1,63}$' }) }),
    body: Type.Object(
      {
        return_path: Type.Optional(
          Type.String({
            maxLength: 2048,
            description: 'Path of the web interface to show afterwards. Other addresses count as `/`.',
          }),
        ),
      },
      { title: 'OidcSignInStart' },
    ),
    responses: { 200: Type.Object({ location: Type.String() }, { title: 'OidcSignInStarted' }) },
    problems: [403, 404, 429, 503],
  }),
  completeOidcSignIn: operation({
    id: 'completeOidcSignIn',
    method: 'GET',
    path: '/api/v2/oidc/callback',
    access: PUBLIC,
    tag,
    summary: 'Complete a sign-in: the provider redirects the browser to this address',
    description:
      'Register this address at the provider. Opens a browser session as POST /api/v2/session does, and redirects to the return ' +
      'path. After a refusal it redirects to the sign-in page with the parameter `signInError`.',
    query: Callback,
    responses: { 302: null },
  }),
  endOidcSessions: operation({
    id: 'endOidcSessions',
    method: 'POST',
    path: '/api/v2/oidc/back-channel-logout',
    access: PUBLIC,
    tag,
    summary: 'End sessions on behalf of a provider (back-channel logout)',
    description:
      'Register this address at the provider. The logout token is verified as an ID token is. Ends the sessions of its `sid` or, ' +
      'without one, of its `sub`.',
    body: Type.Object({ logout_token: Type.String({ minLength: 1 }) }, { title: 'BackChannelLogout' }),
    bodyBytes: 32 * 1024,
    consumes: FORM,
    responses: { 200: null },
    problems: [429, 503],
  }),
};
