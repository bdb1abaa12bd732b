import type { Context } from '../../platform/context.ts';
import type { Authenticate } from '../../platform/http/authentication.ts';
import { authenticateRequest } from './authenticate-request.ts';
import { findBrowserToken } from './browser-session-request.ts';
import { LastUsedRecorder } from './last-used-recorder.ts';
import { createPrincipalLookup } from './principal-lookup.ts';

export interface Authenticator {
  readonly authenticate: Authenticate;
  /** Writes pending usage times. */
  close(): Promise<void>;
}

/** Creates the function with which the HTTP server authenticates requests. */
export function createAuthenticator(ctx: Context): Authenticator {
  const lastUsed = new LastUsedRecorder(ctx);
  const authentication = {
    now: ctx.now,
    principals: createPrincipalLookup(ctx.db, ctx.config['svc.auth.second-factor.required']),
    lastUsed,
  };
  return {
    authenticate: (sender) => {
      const { authorization, 'x-api-key': apiKey } = sender.headers;
      const browserToken = findBrowserToken(sender);
      return authenticateRequest(authentication, { authorization, apiKey: apiKey?.toString(), browserToken });
    },
    close: () => lastUsed.close(),
  };
}
