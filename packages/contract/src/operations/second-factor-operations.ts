import Type, { type Static } from 'typebox';
import { AUTHENTICATED, PUBLIC, wholeOrPart } from '../access.ts';
import { operation } from '../operation.ts';
import { WITHIN_OWN_POWER } from '../users-and-teams.ts';
import { PrintableName, Timestamp, Uuid, UuidParams } from '../values.ts';

const tag = 'sign-in (v2)';
const SELF = '/api/v2/users/self';

const Password = Type.String({ description: 'The current password' });
const Code = Type.String({
  minLength: 6,
  maxLength: 64,
  description: 'A code of an authenticator app, or a recovery code',
});
const FactorName = Type.String({ ...PrintableName, description: 'Name of the factor' });
const Base64Url = Type.String({ pattern: '^[A-Za-z0-9_-]*$', maxLength: 65_536 });

const SecondFactor = Type.Object(
  {
    uuid: Uuid,
    kind: Type.Unsafe<'TOTP' | 'WEBAUTHN'>({ type: 'string', enum: ['TOTP', 'WEBAUTHN'] }),
    name: Type.String(),
    created_at: Timestamp,
    last_used_at: Type.Optional(Timestamp),
  },
  { title: 'SecondFactor' },
);
export type SecondFactor = Static<typeof SecondFactor>;

const SecondFactors = Type.Object(
  {
    required: Type.Boolean({ description: 'Whether the user must have one' }),
    factors: Type.Array(SecondFactor),
    recovery_codes_left: Type.Integer(),
  },
  { title: 'SecondFactors' },
);

const RecoveryCodes = Type.Array(Type.String(), {
  description: 'Each can be used once instead of a code. Returned only once',
});

const TotpEnrolment = Type.Object(
  {
    uuid: Uuid,
    secret: Type.String({ description: 'Base32, for typing into an authenticator app' }),
    uri: Type.String({ description: 'otpauth: address, for a QR code' }),
  },
  { title: 'TotpEnrolment' },
);

const WebAuthnOptions = Type.Any({
  description: 'Options for the WebAuthn interface of the browser, as JSON',
});

const ResponseMembers = {
  id: Base64Url,
  rawId: Base64Url,
  type: Type.Unsafe<'public-key'>({ type: 'string', enum: ['public-key'] }),
};

const WebAuthnRegistration = Type.Object(
  {
    ...ResponseMembers,
    response: Type.Object({ clientDataJSON: Base64Url, attestationObject: Base64Url }),
  },
  { title: 'WebAuthnRegistration' },
);
export type WebAuthnRegistration = Static<typeof WebAuthnRegistration>;

export const WebAuthnAssertion = Type.Object(
  {
    ...ResponseMembers,
    response: Type.Object({
      clientDataJSON: Base64Url,
      authenticatorData: Base64Url,
      signature: Base64Url,
    }),
  },
  { title: 'WebAuthnAssertion' },
);
export type WebAuthnAssertion = Static<typeof WebAuthnAssertion>;

const Proof = Type.Object(
  { password: Type.Optional(Password), code: Type.Optional(Code) },
  { title: 'Proof', description: 'Either of the two' },
);
export type Proof = Static<typeof Proof>;

const SignedIn = Type.Object(
  {
    token: Type.Optional(Type.String({ description: 'Session token. Absent if a second factor is needed' })),
    second_factor: Type.Optional(
      Type.Object({
        challenge_id: Uuid,
        kinds: Type.Array(Type.String(), { description: 'Factors of the user: TOTP, WEBAUTHN' }),
        options: Type.Optional(WebAuthnOptions),
      }),
    ),
  },
  { title: 'SignedIn' },
);
export type SignedIn = Static<typeof SignedIn>;

export const secondFactorOperations = {
  listSecondFactors: operation({
    id: 'listSecondFactors',
    method: 'GET',
    path: `${SELF}/second-factors`,
    access: AUTHENTICATED,
    duringEnrolment: true,
    tag,
    summary: 'List the second factors of the signed-in user',
    responses: { 200: SecondFactors },
  }),
  startTotp: operation({
    id: 'startTotp',
    method: 'POST',
    path: `${SELF}/second-factors/totp`,
    access: AUTHENTICATED,
    duringEnrolment: true,
    tag,
    summary: 'Start adding an authenticator app (TOTP)',
    description: 'It becomes a factor when it is confirmed with its first code.',
    body: Type.Object({ name: FactorName, password: Password }, { title: 'NewTotp' }),
    responses: { 201: TotpEnrolment },
    problems: [409, 429],
  }),
  confirmTotp: operation({
    id: 'confirmTotp',
    method: 'POST',
    path: `${SELF}/second-factors/totp/{uuid}/confirm`,
    access: AUTHENTICATED,
    duringEnrolment: true,
    tag,
    summary: 'Confirm an authenticator app with its first code',
    description: 'The first factor of a user comes with recovery codes.',
    params: UuidParams,
    body: Type.Object({ code: Code }, { title: 'TotpConfirmation' }),
    responses: { 200: Type.Object({ recovery_codes: RecoveryCodes }, { title: 'TotpConfirmed' }) },
    problems: [404],
  }),
  startWebAuthn: operation({
    id: 'startWebAuthn',
    method: 'POST',
    path: `${SELF}/second-factors/webauthn/options`,
    access: AUTHENTICATED,
    duringEnrolment: true,
    tag,
    summary: 'Start adding a security key or passkey (WebAuthn)',
    body: Type.Object({ password: Password }, { title: 'NewWebAuthn' }),
    responses: {
      200: Type.Object({ challenge_id: Uuid, options: WebAuthnOptions }, { title: 'WebAuthnEnrolment' }),
    },
    problems: [409, 429],
  }),
  addWebAuthn: operation({
    id: 'addWebAuthn',
    method: 'POST',
    path: `${SELF}/second-factors/webauthn`,
    access: AUTHENTICATED,
    duringEnrolment: true,
    tag,
    summary: 'Add a security key or passkey with the response of the browser',
    body: Type.Object(
      { challenge_id: Uuid, name: FactorName, response: WebAuthnRegistration },
      { title: 'WebAuthnAnswer' },
    ),
    responses: {
      201: Type.Object({ uuid: Uuid, recovery_codes: RecoveryCodes }, { title: 'WebAuthnAdded' }),
    },
    problems: [409],
  }),
  renameSecondFactor: operation({
    id: 'renameSecondFactor',
    method: 'PATCH',
    path: `${SELF}/second-factors/{uuid}`,
    access: AUTHENTICATED,
    tag,
    summary: 'Rename a second factor of the signed-in user',
    params: UuidParams,
    body: Type.Object({ name: FactorName }, { title: 'SecondFactorName' }),
    responses: { 204: null },
    problems: [404],
  }),
  removeSecondFactor: operation({
    id: 'removeSecondFactor',
    method: 'DELETE',
    path: `${SELF}/second-factors/{uuid}`,
    access: AUTHENTICATED,
    duringEnrolment: true,
    tag,
    summary: 'Remove a second factor, with the password or a code as proof',
    description: 'The recovery codes are deleted with the last factor.',
    params: UuidParams,
    body: Proof,
    responses: { 204: null },
    problems: [404, 429],
  }),
  renewRecoveryCodes: operation({
    id: 'renewRecoveryCodes',
    method: 'POST',
    path: `${SELF}/recovery-codes`,
    access: AUTHENTICATED,
    tag,
    summary: 'Replace all recovery codes, with the password or a code as proof',
    body: Proof,
    responses: { 200: Type.Object({ recovery_codes: RecoveryCodes }, { title: 'RenewedRecoveryCodes' }) },
    problems: [409, 429],
  }),
  resetSecondFactors: operation({
    id: 'resetSecondFactors',
    method: 'DELETE',
    path: '/api/v2/users/{username}/second-factors',
    access: wholeOrPart('ACCESS_MANAGEMENT', 'UPDATE'),
    tag,
    summary: 'Remove all second factors of another user who has lost them',
    description: `Ends every session of the user. ${WITHIN_OWN_POWER}`,
    params: Type.Object({ username: PrintableName }),
    responses: { 204: null },
    problems: [404],
  }),
  beginSignIn: operation({
    id: 'beginSignIn',
    method: 'POST',
    path: '/api/v2/sign-in',
    access: PUBLIC,
    tag,
    summary: 'Start a sign-in with user name and password',
    body: Type.Object(
      { username: PrintableName, password: Type.String(), code: Type.Optional(Code) },
      { title: 'SignIn' },
    ),
    responses: { 200: SignedIn },
    problems: [401, 403, 429],
  }),
  completeSignIn: operation({
    id: 'completeSignIn',
    method: 'POST',
    path: '/api/v2/sign-in/second-factor',
    access: PUBLIC,
    tag,
    summary: 'Complete a sign-in with a code or with the response of a security key',
    body: Type.Object(
      {
        challenge_id: Uuid,
        code: Type.Optional(Code),
        response: Type.Optional(WebAuthnAssertion),
      },
      { title: 'SecondStep' },
    ),
    responses: { 200: Type.Object({ token: Type.String() }, { title: 'SignInCompleted' }) },
    problems: [401, 403, 429],
  }),
};
