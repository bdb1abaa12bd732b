import { randomBytes } from 'node:crypto';
import { inTransaction } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { SignInContext } from '../identity-sources/identity-sources.ts';
import { loadAddressThrottle } from '../load-throttle.ts';
import { networkOf } from '../login-throttle.ts';
import { hashSessionToken } from '../session-token.ts';
import { tokensRefused } from '../sign-in-refusals.ts';
import { consumeFlow, insertFlow, type OidcFlow } from './oidc-flow-store.ts';
import type { OidcSource } from './oidc-source.ts';
import { signInAtProvider } from './sign-in-with-tokens.ts';
import { toReturnPath } from './to-return-path.ts';
import { TokenRefusedError } from './verify-token.ts';

/** A person has this time to sign in at the provider. */
export const FLOW_MS = 600_000;

interface StartRequest {
  readonly providerId: string;
  readonly returnPath: string | undefined;
  /** Address of the service as the browser sees it, without a slash at the end. */
  readonly baseUrl: string;
  readonly address: string;
}

/** Returns the address at the provider, and the secret that binds the flow to the browser. */
export async function startBrowserSignIn(
  ctx: SignInContext,
  { providerId, returnPath, baseUrl, address }: StartRequest,
): Promise<{ location: string; browserSecret: string }> {
  const { provider } = getSource(ctx, providerId);
  await loadAddressThrottle(ctx, address).refuseBlocked();
  const [state, nonce, verifier, browserSecret] = Array.from({ length: 4 }, newSecret) as [
    string,
    string,
    string,
    string,
  ];
  const redirectUri = `${baseUrl}${CALLBACK_PATH}`;
  const location = await provider.toAuthorizationUrl(redirectUri, { state, nonce, verifier });
  await inTransaction(ctx.db, (tx) =>
    insertFlow(tx, {
      stateHash: hashSessionToken(state),
      browserHash: hashSessionToken(browserSecret),
      provider: providerId,
      nonce,
      verifier,
      returnPath: toReturnPath(returnPath),
      redirectUri,
      network: networkOf(address),
      expiresAt: new Date(ctx.now().getTime() + FLOW_MS),
    }),
  );
  return { location: location.href, browserSecret };
}

const CALLBACK_PATH = '/api/v2/oidc/callback';

/** 256 bits in the characters of PKCE verifiers (RFC 7636). */
function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

function getSource(ctx: SignInContext, id: string): OidcSource {
  const source = ctx.sources.oidc.find(({ provider }) => provider.settings.id === id);
  if (source) return source;
  throw new AppError('not-found', 'No such provider exists. GET /api/v2/oidc/providers lists them.');
}

interface CallbackRequest {
  readonly state: string | undefined;
  /** The query of the callback, as the provider sent it. */
  readonly search: string;
  readonly browserSecret: string | undefined;
  readonly address: string;
}

interface CompletedSignIn {
  readonly token: string;
  readonly returnPath: string;
  /** True if the browser uses TLS. */
  readonly isSecure: boolean;
}

/** Returns a session token and the path to show. The flow is consumed first, whatever the outcome. */
export async function completeBrowserSignIn(
  ctx: SignInContext,
  { state, search, browserSecret, address }: CallbackRequest,
): Promise<CompletedSignIn> {
  const throttle = loadAddressThrottle(ctx, address);
  await throttle.refuseBlocked();
  const flow = await takeFlow(ctx, state, browserSecret);
  if (!flow || state === undefined) {
    await throttle.recordFailure();
    ctx.log.warn({ from: address, cause: 'SIGN_IN_EXPIRED' }, 'Sign-in refused');
    throw flowOver();
  }
  const source = getSource(ctx, flow.provider);
  const tokens = await exchangeCode(ctx, source, { ...flow, state, search, address });
  const token = await signInAtProvider(ctx, source, { ...tokens, nonce: flow.nonce }, address);
  return { token, returnPath: flow.returnPath, isSecure: flow.redirectUri.startsWith('https:') };
}

async function takeFlow(
  ctx: SignInContext,
  state: string | undefined,
  browserSecret: string | undefined,
): Promise<OidcFlow | undefined> {
  if (state === undefined || browserSecret === undefined) return undefined;
  const keys = { stateHash: hashSessionToken(state), browserHash: hashSessionToken(browserSecret) };
  return inTransaction(ctx.db, (tx) => consumeFlow(tx, { ...keys, now: ctx.now() }));
}

interface Exchange extends OidcFlow {
  readonly state: string;
  readonly search: string;
  readonly address: string;
}

async function exchangeCode(ctx: SignInContext, { provider }: OidcSource, exchange: Exchange) {
  try {
    return await provider.exchangeCode(new URL(exchange.redirectUri + exchange.search), exchange);
  } catch (error) {
    if (!(error instanceof TokenRefusedError)) throw error;
    await loadAddressThrottle(ctx, exchange.address).recordFailure();
    ctx.log.warn(
      { from: exchange.address, provider: provider.settings.id, reason: error.message },
      'Sign-in refused by the OpenID Connect provider',
    );
    throw tokensRefused(error.message);
  }
}

function flowOver(): AppError {
  return new AppError('invalid', 'This sign-in has expired, was already used, or began in another browser.', {
    members: { cause: 'SIGN_IN_EXPIRED' },
  });
}
