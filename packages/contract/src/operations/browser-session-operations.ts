import Type, { type Static } from 'typebox';
import { PUBLIC } from '../access.ts';
import { oneOf } from '../one-of.ts';
import { operation } from '../operation.ts';
import { permissionNames } from '../permissions.ts';
import { Flag, PrintableName, Timestamp, Uuid } from '../values.ts';
import { WebAuthnAssertion } from './second-factor-operations.ts';

const tag = 'session';
const path = '/api/v2/session';

/** Required on every writing request that authenticates with the session cookie. */
export const CSRF_HEADER = 'X-CSRF-Protection';

export const BrowserSession = Type.Object(
  {
    signedIn: Type.Boolean(),
    username: Type.Optional(Type.String()),
    permissions: Type.Optional(Type.Array(oneOf(permissionNames))),
    expiresAt: Type.Optional(Timestamp),
    expiresInMs: Type.Optional(
      Type.Integer({ description: 'Milliseconds until then, for clients whose clock is wrong' }),
    ),
  },
  { title: 'BrowserSession', description: 'Only `signedIn` if there is no session' },
);
export type BrowserSession = Static<typeof BrowserSession>;

const cookieOnly =
  'The session token is in an HttpOnly cookie, which scripts cannot read. Requests other than GET must come from a page ' +
  `of the same origin and have the header ${CSRF_HEADER}; others are rejected with 403.`;

export const KeyAnswer = Type.Object(
  { challengeId: Uuid, response: WebAuthnAssertion },
  { title: 'KeyAnswer', description: 'Answer of a security key to the challenge of a refused sign-in' },
);
export type KeyAnswer = Static<typeof KeyAnswer>;

/** The member `secondFactor` of a sign-in that was refused with the cause SECOND_FACTOR_REQUIRED. */
export interface RequiredSecondFactor {
  readonly challengeId: string;
  readonly kinds: readonly ('TOTP' | 'WEBAUTHN')[];
  /** Options for the WebAuthn interface of the browser. Absent if no key of the user works at this address. */
  readonly options?: unknown;
}

export const browserSessionOperations = {
  openBrowserSession: operation({
    id: 'openBrowserSession',
    method: 'POST',
    path,
    access: PUBLIC,
    tag,
    summary: 'Sign in to a browser session, kept in a cookie',
    description:
      `${cookieOnly} Errors are those of POST /api/v1/user/login. A problem with the cause SECOND_FACTOR_REQUIRED has the ` +
      'member `secondFactor` with `challengeId`, the `kinds` of factors and, if a security key of the user works at this ' +
      'address, `options` for the browser. Repeat the request with `code` or with `key`.',
    body: Type.Object(
      {
        username: PrintableName,
        password: Type.String(),
        code: Type.Optional(
          Type.String({ description: 'Code or recovery code, for users with a second factor' }),
        ),
        key: Type.Optional(KeyAnswer),
      },
      { title: 'BrowserSignIn' },
    ),
    responses: { 200: BrowserSession },
    problems: [401, 403, 429],
  }),
  getBrowserSession: operation({
    id: 'getBrowserSession',
    method: 'GET',
    path,
    access: PUBLIC,
    tag,
    summary: 'Get the user of the session cookie and the end of the session',
    responses: { 200: BrowserSession },
  }),
  closeBrowserSession: operation({
    id: 'closeBrowserSession',
    method: 'DELETE',
    path,
    access: PUBLIC,
    tag,
    summary: 'End the browser session',
    description: `${cookieOnly} The response has a body if the user signed in with a provider that has a page to sign out.`,
    query: Type.Object({
      everywhere: Type.Optional(
        Type.Unsafe<boolean | string>({ ...Flag, description: 'Also end all other sessions of the user' }),
      ),
    }),
    responses: {
      200: Type.Object(
        {
          logoutUrl: Type.String({ description: 'Where the browser also ends its session at the provider' }),
        },
        { title: 'ProviderLogout' },
      ),
      204: null,
    },
    problems: [403],
  }),
};
