import type { WebAuthnAssertion, WebAuthnRegistration } from '@tallyman/contract';

/** Browsers offer security keys over TLS or on localhost, and never at an IP address. */
export function maySecurityKeysWork(): boolean {
  const isIpAddress = /^[\d.]+$|^\[/.test(window.location.hostname);
  return window.isSecureContext && !isIpAddress && 'PublicKeyCredential' in window;
}

/** Asks the user to register a security key. Throws an error that can be shown if it is not done. */
export async function createKey(options: unknown): Promise<WebAuthnRegistration> {
  const created = await waitForUser(() =>
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(
        options as PublicKeyCredentialCreationOptionsJSON,
      ),
    }),
  );
  const { id, rawId, response } = created.toJSON() as RegistrationResponseJSON;
  const { clientDataJSON, attestationObject } = response;
  return { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject } };
}

/** Asks the user for a registered security key. Throws an error that can be shown if it is not used. */
export async function askForKey(options: unknown): Promise<WebAuthnAssertion> {
  const found = await waitForUser(() =>
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(
        options as PublicKeyCredentialRequestOptionsJSON,
      ),
    }),
  );
  const { id, rawId, response } = found.toJSON() as AuthenticationResponseJSON;
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, rawId, type: 'public-key', response: { clientDataJSON, authenticatorData, signature } };
}

async function waitForUser(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await ask();
    if (credential instanceof PublicKeyCredential) return credential;
  } catch (error) {
    throw new Error(describe(error), { cause: error });
  }
  throw new Error('The browser returned no security key.');
}

/** Browsers report a cancelled, a forgotten and an unknown key alike. */
function describe(error: unknown): string {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  if (name === 'NotAllowedError') return 'No security key was used. It was cancelled, or took too long.';
  if (name === 'InvalidStateError') return 'This security key is already one of your second factors.';
  return `The browser could not use the security key: ${message}`;
}
