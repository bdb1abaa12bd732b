import Type from 'typebox';
import { AUTHENTICATED, PUBLIC } from '../access.ts';
import { operation } from '../operation.ts';
import { PrintableName } from '../values.ts';

const tag = 'user';
const FORM = 'application/x-www-form-urlencoded';
const TEXT = 'text/plain';
const CAUSES =
  'A refusal has one of the causes INVALID_CREDENTIALS, SECOND_FACTOR_REQUIRED or FORCE_PASSWORD_CHANGE with 401, SUSPENDED ' +
  'or UNMAPPED_ACCOUNT with 403: as plain text, or as the member `cause` of a problem document if the request accepts ' +
  '`application/problem+json`. Too many failures are answered with 429 and `Retry-After`.';

const SecondFactorCode = Type.Optional(
  Type.String({
    description: 'Code of an authenticator app or recovery code, for users with a second factor',
  }),
);

const Credentials = Type.Object(
  { username: PrintableName, password: Type.String(), totp: SecondFactorCode },
  { title: 'Credentials' },
);

const ForcedPasswordChange = Type.Object(
  {
    username: PrintableName,
    password: Type.String({ description: 'The current password' }),
    newPassword: Type.String(),
    confirmPassword: Type.String(),
    totp: SecondFactorCode,
    key: Type.Optional(
      Type.String({ description: 'JSON of a KeyAnswer: what a security key answered, instead of `totp`' }),
    ),
  },
  { title: 'ForcedPasswordChange' },
);

const OidcTokens = Type.Object(
  { idToken: Type.Optional(Type.String()), accessToken: Type.Optional(Type.String()) },
  { title: 'OidcTokens' },
);

/** Enough for names and passwords. These operations are public, so the limit is low. */
const FORM_BYTES = 32 * 1024;

/** Tokens may list hundreds of groups. */
const TOKENS_BYTES = 128 * 1024;

export const sessionOperations = {
  signIn: operation({
    id: 'signIn',
    method: 'POST',
    path: '/api/v1/user/login',
    access: PUBLIC,
    tag,
    summary: 'Sign in with a user name and a password',
    description: `Returns a session token, to be sent as "Authorization: Bearer …". ${CAUSES}`,
    body: Credentials,
    bodyBytes: FORM_BYTES,
    consumes: FORM,
    produces: TEXT,
    responses: { 200: Type.String() },
    problems: [401, 403, 429],
  }),
  signInWithOidc: operation({
    id: 'signInWithOidc',
    method: 'POST',
    path: '/api/v1/user/oidc/login',
    access: PUBLIC,
    tag,
    summary: 'Sign in with tokens of an OpenID Connect provider',
    description:
      'The ID token proves who signs in; claims that it lacks are read from the user information with the access token. The ' +
      `response has no body while OpenID Connect is not available, or without a token. ${CAUSES} 503 means that the provider ` +
      'cannot be reached.',
    body: OidcTokens,
    bodyBytes: TOKENS_BYTES,
    consumes: FORM,
    produces: TEXT,
    responses: { 200: Type.String(), 204: null },
    problems: [401, 403, 429, 503],
  }),
  isOidcAvailable: operation({
    id: 'isOidcAvailable',
    method: 'GET',
    path: '/api/v1/oidc/available',
    access: PUBLIC,
    tag: 'oidc',
    summary: 'Get whether sign-in with OpenID Connect is available',
    produces: TEXT,
    responses: { 200: Type.String() },
  }),
  changeForcedPassword: operation({
    id: 'changeForcedPassword',
    method: 'POST',
    path: '/api/v1/user/forceChangePassword',
    access: PUBLIC,
    tag,
    summary: 'Change your own password, with the current one as proof',
    description:
      `For users who must change it before they can sign in. Ends every session of the user. ${CAUSES} A problem with ` +
      'the cause SECOND_FACTOR_REQUIRED has the member `secondFactor`, as that of POST /api/v2/session.',
    body: ForcedPasswordChange,
    bodyBytes: FORM_BYTES,
    consumes: FORM,
    produces: TEXT,
    responses: { 200: null },
    problems: [401, 403, 406, 429],
  }),
  signOut: operation({
    id: 'signOut',
    method: 'POST',
    path: '/api/v1/user/logout',
    access: AUTHENTICATED,
    duringEnrolment: true,
    tag,
    summary: 'Sign out: end the session of the token',
    responses: { 204: null },
  }),
};
