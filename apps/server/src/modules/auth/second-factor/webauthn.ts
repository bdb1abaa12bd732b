import { isIP } from 'node:net';
import type { WebAuthnAssertion, WebAuthnRegistration } from '@tallyman/contract';
import { AppError } from '../../../platform/errors.ts';
import type { WebAuthnRecord } from './second-factor-store.ts';

/** Loaded on first use: many installations never need it. */
const loadLibrary = () => import('@simplewebauthn/server');
const loadHelpers = () => import('@simplewebauthn/server/helpers');

/** EdDSA, ES256 and RS256, the algorithms of common authenticators. */
const ALGORITHMS = [-8, -7, -257];

/** Returns the domain that credentials are bound to: the one on which the browser shows the service. */
export function toRpId(
  configured: string | undefined,
  { origin, host }: { readonly origin?: string | undefined; readonly host?: string | undefined },
): string {
  if (configured !== undefined) return configured;
  const url = origin ?? `http://${host ?? ''}`;
  return URL.canParse(url) ? new URL(url).hostname : 'localhost';
}

/** Throws for IP addresses: browsers do not register security keys there. */
export function requireDomain(rpId: string): string {
  if (isIP(rpId.replace(/^\[|\]$/g, '')) === 0) return rpId;
  throw new AppError(
    'invalid',
    `Browsers do not register security keys at an IP address (${rpId}). Open the service by its host name, such as localhost, or set svc.auth.webauthn.rp-id.`,
  );
}

export async function createRegistrationOptions(
  user: { readonly id: number; readonly username: string },
  rpId: string,
  known: readonly WebAuthnRecord[],
) {
  const { generateRegistrationOptions } = await loadLibrary();
  return generateRegistrationOptions({
    rpName: 'Tallyman',
    rpID: rpId,
    userName: user.username,
    userID: new TextEncoder().encode(`tallyman-user-${user.id}`),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'discouraged' },
  });
}

export async function createAssertionOptions(rpId: string, known: readonly WebAuthnRecord[]) {
  const { generateAuthenticationOptions } = await loadLibrary();
  return generateAuthenticationOptions({
    rpID: rpId,
    allowCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
    userVerification: 'discouraged',
  });
}

interface Expectation {
  readonly challenge: string;
  readonly rpId: string;
}

/** Returns the new credential. Throws if the answer does not match the challenge. */
export async function verifyRegistration(answer: WebAuthnRegistration, expected: Expectation) {
  try {
    await requireNoAttestation(answer);
    const { verifyRegistrationResponse } = await loadLibrary();
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge: expected.challenge,
      expectedOrigin: originOf(answer.response.clientDataJSON, expected.rpId),
      expectedRPID: expected.rpId,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (verified) {
      const { id, publicKey, counter } = registrationInfo.credential;
      return {
        credentialId: id,
        publicKey: Buffer.from(publicKey),
        signCount: counter,
        rpId: expected.rpId,
      };
    }
  } catch (error) {
    throw refused((error as Error).message);
  }
  throw refused('its signature is wrong');
}

/**
 * No attestation is requested. An attestation has certificates whose revocation lists the library would download from
 * addresses that the sender chose. Browsers keep the signature that a key without a certificate makes itself.
 */
async function requireNoAttestation({ response }: WebAuthnRegistration): Promise<void> {
  const { decodeAttestationObject } = await loadHelpers();
  const attestation = decodeAttestationObject(Buffer.from(response.attestationObject, 'base64url'));
  const isSelfSigned =
    attestation.get('fmt') === 'packed' && attestation.get('attStmt').get('x5c') === undefined;
  if (attestation.get('fmt') === 'none' || isSelfSigned) return;
  throw new Error('it contains an attestation, which was not requested');
}

/** Returns the new signature counter, or undefined if the answer is wrong. */
export async function verifyAssertion(
  answer: WebAuthnAssertion,
  expected: Pick<Expectation, 'challenge'>,
  { credentialId, publicKey, signCount, rpId }: WebAuthnRecord,
): Promise<number | undefined> {
  try {
    const { verifyAuthenticationResponse } = await loadLibrary();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge: expected.challenge,
      expectedOrigin: originOf(answer.response.clientDataJSON, rpId),
      expectedRPID: rpId,
      credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter: signCount },
      requireUserVerification: false,
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the origin reported by the browser if it belongs to the domain of the credential. */
function originOf(clientDataJson: string, rpId: string): string {
  const { origin } = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString()) as { origin?: unknown };
  if (typeof origin !== 'string' || !URL.canParse(origin)) throw new Error('it has no origin');
  const { hostname, protocol } = new URL(origin);
  const isWithin = hostname === rpId || hostname.endsWith(`.${rpId}`);
  if (isWithin && (protocol === 'https:' || hostname === 'localhost')) return origin;
  throw new Error('it comes from another origin');
}

function refused(reason: string): AppError {
  return new AppError('invalid', `The answer of the security key was rejected: ${reason}.`, {
    errors: [{ path: 'body/response', message: reason }],
  });
}
