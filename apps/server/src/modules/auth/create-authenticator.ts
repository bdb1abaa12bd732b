import type { Context } from '../../platform/context.ts';
import type { Authenticate } from '../../platform/http/authentication.ts';
import { authenticateRequest } from './authenticate-request.ts';
import { LastUsedRecorder } from './last-used-recorder.ts';

export interface Authenticator {
  readonly authenticate: Authenticate;
  /** Writes down what is not yet written. */
  close(): Promise<void>;
}

/** Tells the HTTP server who is calling. */
export function createAuthenticator(ctx: Context): Authenticator {
  const lastUsed = new LastUsedRecorder(ctx);
  return {
    authenticate: ({ authorization, 'x-api-key': apiKey }) =>
      authenticateRequest(ctx, lastUsed, { authorization, apiKey: apiKey?.toString() }),
    close: () => lastUsed.close(),
  };
}
