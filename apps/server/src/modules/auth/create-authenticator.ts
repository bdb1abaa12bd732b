import type { Context } from '../../platform/context.ts';
import type { Authenticate } from '../../platform/http/authentication.ts';
import { authenticateRequest } from './authenticate-request.ts';
import { findBrowserToken } from './browser-session-request.ts';
import { LastUsedRecorder } from './last-used-recorder.ts';
import { createPrincipalLookUp } from './principal-look-up.ts';

export interface Authenticator {
  readonly authenticate: Authenticate;
  /** Writes down what is not yet written. */
  close(): Promise<void>;
}

/** Tells the HTTP server who is calling. */
export function createAuthenticator(ctx: Context): Authenticator {
  const lastUsed = new LastUsedRecorder(ctx);
  const authentication = {
    now: ctx.now,
    principals: createPrincipalLookUp(ctx.db, ctx.config['svc.auth.second-factor.required']),
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
