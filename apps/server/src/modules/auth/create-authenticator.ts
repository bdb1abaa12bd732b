import type { Context } from '../../platform/context.ts';
import type { Authenticate } from '../../platform/http/authentication.ts';
import { authenticateRequest } from './authenticate-request.ts';
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
  const authentication = { now: ctx.now, principals: createPrincipalLookUp(ctx.db), lastUsed };
  return {
    authenticate: ({ authorization, 'x-api-key': apiKey }) =>
      authenticateRequest(authentication, { authorization, apiKey: apiKey?.toString() }),
    close: () => lastUsed.close(),
  };
}
