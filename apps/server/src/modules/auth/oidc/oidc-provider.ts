import { createRemoteJWKSet, type JWTVerifyGetKey, customFetch as joseFetch } from 'jose';
import * as client from 'openid-client';
import type { Config } from '../../../platform/config/load-config.ts';
import type { OidcProviderConfig } from '../../../platform/config/oidc-providers.ts';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { type OidcFetch, providerUnavailable } from './oidc-fetch.ts';
import {
  type IdTokenClaims,
  type LogoutClaims,
  TokenRefusedError,
  verifyIdToken,
  verifyLogoutToken,
} from './verify-token.ts';

/** Endpoints and keys are read again after this time. A key that is not known is looked up earlier. */
const DISCOVERY_MAX_AGE_MS = 3_600_000;

interface Discovered {
  readonly configuration: client.Configuration;
  readonly issuer: string;
  readonly keys: JWTVerifyGetKey;
  readonly readAt: number;
}

interface ProviderDeps extends Pick<Context, 'now' | 'log'> {
  readonly fetch: OidcFetch;
  readonly config: Config;
}

interface CodeChecks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** An OpenID Connect provider: finds its endpoints and keys, and speaks its protocol. */
export class OidcProvider {
  readonly settings: OidcProviderConfig;
  readonly #deps: ProviderDeps;
  #discovered: Promise<Discovered> | undefined;

  constructor(settings: OidcProviderConfig, deps: ProviderDeps) {
    this.settings = settings;
    this.#deps = deps;
  }

  /** True if tokens with this issuer are of this provider, as far as one can tell before they are verified. */
  isIssuer(issuer: unknown): boolean {
    return typeof issuer === 'string' && withoutSlash(issuer) === withoutSlash(this.settings.issuer);
  }

  /** Throws a `TokenRefusedError`, or an `AppError` if the provider cannot be reached. */
  async verifyIdToken(token: string, nonce?: string): Promise<IdTokenClaims> {
    return verifyIdToken(token, await this.#tokenRules(), nonce);
  }

  async verifyLogoutToken(token: string): Promise<LogoutClaims> {
    return verifyLogoutToken(token, await this.#tokenRules());
  }

  /** Returns the claims of the user that the access token belongs to, who must be the subject. */
  async fetchUserInfo(accessToken: string, subject: string): Promise<Readonly<Record<string, unknown>>> {
    const { configuration } = await this.#discover();
    if (configuration.serverMetadata().userinfo_endpoint === undefined) return {};
    return this.#call(() => client.fetchUserInfo(configuration, accessToken, subject));
  }

  /** Returns the address at the provider where a sign-in begins. */
  async toAuthorizationUrl(redirectUri: string, { state, nonce, verifier }: CodeChecks): Promise<URL> {
    const { configuration } = await this.#discover();
    return client.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: this.settings.scopes.join(' '),
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
  }

  /** Exchanges the code of the callback for tokens. The provider accepts a code once. */
  async exchangeCode(
    callbackUrl: URL,
    { state, nonce, verifier }: CodeChecks,
  ): Promise<{ idToken: string; accessToken: string }> {
    const { configuration } = await this.#discover();
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier };
    const tokens = await this.#call(() => client.authorizationCodeGrant(configuration, callbackUrl, checks));
    return { idToken: tokens.id_token ?? '', accessToken: tokens.access_token };
  }

  /** Returns undefined if the provider has no such address. */
  async findLogoutUrl(returnUrl: string): Promise<string | undefined> {
    const { configuration } = await this.#discover();
    if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined;
    return client.buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnUrl }).href;
  }

  async #tokenRules() {
    const { issuer, keys } = await this.#discover();
    const clockSkewMs = this.#deps.config['svc.oidc.clock-skew-ms'];
    return { issuer, keys, clientId: this.settings.clientId, now: this.#deps.now(), clockSkewMs };
  }

  /** Concurrent callers share one request. After a failure the next caller tries again. */
  async #discover(): Promise<Discovered> {
    const known = await this.#discovered?.catch(() => undefined);
    if (known && performance.now() - known.readAt < DISCOVERY_MAX_AGE_MS) return known;
    const reading = this.#readDiscovery();
    this.#discovered = reading;
    // While the provider cannot be reached, what is known stays in use.
    return reading.catch((error: unknown) => {
      if (!known) throw error;
      this.#discovered = Promise.resolve(known);
      return known;
    });
  }

  async #readDiscovery(): Promise<Discovered> {
    const { issuer, clientId, clientSecret } = this.settings;
    const { config, fetch } = this.#deps;
    const configuration = await this.#call(() =>
      client.discovery(new URL(issuer), clientId, clientMetadata(config, clientSecret), undefined, {
        [client.customFetch]: fetch,
        timeout: config['svc.oidc.timeout-ms'] / 1000,
        execute: issuer.startsWith('http:') ? [client.allowInsecureRequests] : [],
      }),
    );
    const metadata = configuration.serverMetadata();
    if (metadata.jwks_uri === undefined) throw this.#unavailable('The provider publishes no keys.');
    const keys = createRemoteJWKSet(new URL(metadata.jwks_uri), {
      [joseFetch]: fetch,
      timeoutDuration: config['svc.oidc.timeout-ms'],
      cooldownDuration: config['svc.oidc.key-refresh-ms'],
    });
    return { configuration, issuer: metadata.issuer, keys, readAt: performance.now() };
  }

  /** Separates what the provider refuses from a provider that cannot be reached or does not conform. */
  async #call<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const cause = (error as Error).cause;
      if (error instanceof AppError || cause instanceof AppError) {
        throw error instanceof AppError ? error : cause;
      }
      if (isRefusal(error)) throw new TokenRefusedError(describe(error));
      throw this.#unavailable(describe(error as Error));
    }
  }

  #unavailable(reason: string): AppError {
    this.#deps.log.warn(
      { provider: this.settings.id, reason },
      'The OpenID Connect provider does not conform',
    );
    return providerUnavailable();
  }
}

function withoutSlash(issuer: string): string {
  return issuer.replace(/\/$/, '');
}

function clientMetadata(config: Config, clientSecret: string | undefined) {
  const tolerance = { [client.clockTolerance]: Math.ceil(config['svc.oidc.clock-skew-ms'] / 1000) };
  return clientSecret === undefined ? tolerance : { ...tolerance, client_secret: clientSecret };
}

/** Codes of errors about values in tokens, which the caller may have chosen. */
const REFUSED_VALUES = new Set([
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_INVALID_RESPONSE',
]);

function isRefusal(error: unknown): error is Error {
  if (error instanceof client.ResponseBodyError) return error.error !== 'invalid_client';
  if (error instanceof client.AuthorizationResponseError) return true;
  if (error instanceof client.WWWAuthenticateChallengeError) return true;
  return error instanceof client.ClientError && REFUSED_VALUES.has(error.code ?? '');
}

/** Without values of tokens, which openid-client keeps in `cause`. */
function describe(error: Error): string {
  const code = 'error' in error ? error.error : 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? `${error.message} (${code})` : error.message;
}
