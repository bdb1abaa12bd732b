import type { Context } from '../../../platform/context.ts';
import { createHttpClient } from '../../../platform/outgoing-http/create-http-client.ts';
import { toHttpClientOptions } from '../../../platform/outgoing-http/to-http-client-options.ts';
import { createOidcFetch } from '../oidc/oidc-fetch.ts';
import { OidcProvider } from '../oidc/oidc-provider.ts';
import { createOidcSource, type OidcSource } from '../oidc/oidc-source.ts';
import type { PasswordSource } from './identity-source.ts';
import { managedUsers } from './managed-users.ts';

/** All sources of users. A new kind of source is added here. */
export interface IdentitySources {
  /** Sources that verify a user name and a password, in the order in which they are tried. */
  readonly passwords: readonly PasswordSource[];
  /** Providers that verify tokens. Empty while OpenID Connect is disabled. */
  readonly oidc: readonly OidcSource[];
  close(): Promise<void>;
}

/** Context of the use-cases that sign users in. */
export interface SignInContext extends Context {
  readonly sources: IdentitySources;
}

/** Somebody waits for the answer, and can try again. */
const NO_RETRIES = { limit: 0, firstDelayMs: 0, maxDelayMs: 0 };

/** The caller closes the sources. */
export function createIdentitySources({ config, now, log }: Context): IdentitySources {
  const http = createHttpClient({
    ...toHttpClientOptions(config, 'Tallyman'),
    timeoutMs: config['svc.oidc.timeout-ms'],
    retries: NO_RETRIES,
    maxRedirects: 0,
  });
  const fetch = createOidcFetch(http, (reason) =>
    log.warn({ reason }, 'An OpenID Connect provider cannot be reached'),
  );
  return {
    passwords: [managedUsers],
    oidc: config.oidcProviders.map((settings) =>
      createOidcSource(new OidcProvider(settings, { config, fetch, now, log })),
    ),
    close: () => http.close(),
  };
}
