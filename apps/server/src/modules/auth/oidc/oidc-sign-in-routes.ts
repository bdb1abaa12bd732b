import { oidcSignInOperations, sessionOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../platform/errors.ts';
import { serve } from '../../../platform/http/serve-operation.ts';
import { toSessionCookie } from '../browser-session-cookie.ts';
import { requireOwnPage, toBaseUrl } from '../browser-session-request.ts';
import type { SignInContext } from '../identity-sources/identity-sources.ts';
import { completeBrowserSignIn, FLOW_MS, startBrowserSignIn } from './browser-sign-in.ts';
import { endProviderSessions } from './end-provider-sessions.ts';
import { findFlowCookie, toFlowCookie } from './oidc-flow-cookie.ts';
import { signInWithTokens } from './sign-in-with-tokens.ts';

/** These wait for the provider and limit their own concurrency. */
const OWN_LIMITS = { limitsItself: true };

export function oidcSignInRoutes(server: FastifyInstance, ctx: SignInContext): void {
  tokenRoutes(server, ctx);
  browserRoutes(server, ctx);
}

function tokenRoutes(server: FastifyInstance, ctx: SignInContext): void {
  serve(server, sessionOperations.isOidcAvailable, async () => ({
    status: 200,
    body: String(ctx.sources.oidc.length > 0),
  }));
  serve(
    server,
    sessionOperations.signInWithOidc,
    async ({ body, remoteAddress }) => {
      const token = await signInWithTokens(ctx, body, remoteAddress);
      return token === undefined ? { status: 204 } : { status: 200, body: token };
    },
    OWN_LIMITS,
  );
  serve(
    server,
    oidcSignInOperations.endOidcSessions,
    async ({ body, remoteAddress }) => {
      await endProviderSessions(ctx, body.logout_token, remoteAddress);
      return { status: 200, headers: { 'Cache-Control': 'no-store' } };
    },
    OWN_LIMITS,
  );
}

function browserRoutes(server: FastifyInstance, ctx: SignInContext): void {
  const basePath = ctx.config['svc.web.base-path'];
  serve(server, oidcSignInOperations.listOidcProviders, async () => {
    const providers = ctx.sources.oidc.map(({ provider: { settings } }) => ({
      id: settings.id,
      name: settings.displayName,
    }));
    return { status: 200, body: { providers } };
  });
  serve(
    server,
    oidcSignInOperations.startOidcSignIn,
    async (request) => {
      requireOwnPage(request);
      const baseUrl = toBaseUrl(request, basePath);
      const { location, browserSecret } = await startBrowserSignIn(ctx, {
        providerId: request.params.provider,
        returnPath: request.body.return_path,
        baseUrl,
        address: request.remoteAddress,
      });
      const cookie = toFlowCookie(browserSecret, FLOW_MS, baseUrl.startsWith('https:'));
      return { status: 200, body: { location }, headers: { 'Set-Cookie': cookie } };
    },
    OWN_LIMITS,
  );
  serve(
    server,
    oidcSignInOperations.completeOidcSignIn,
    async (request) => {
      const redirect = await complete(ctx, request).catch(toErrorPage);
      const headers = { Location: basePath + redirect.location, 'Cache-Control': 'no-store' };
      const cookie = redirect.cookie;
      return { status: 302, headers: cookie === undefined ? headers : { ...headers, 'Set-Cookie': cookie } };
    },
    OWN_LIMITS,
  );
}

interface Redirect {
  readonly location: string;
  readonly cookie?: string;
}

interface CallbackRequest {
  readonly url: string;
  readonly query: { readonly state?: string };
  readonly headers: { readonly cookie?: string | undefined };
  readonly remoteAddress: string;
}

async function complete(ctx: SignInContext, request: CallbackRequest): Promise<Redirect> {
  const { token, returnPath, isSecure } = await completeBrowserSignIn(ctx, {
    state: request.query.state,
    search: new URL(request.url, 'http://localhost').search,
    browserSecret: findFlowCookie(request.headers.cookie),
    address: request.remoteAddress,
  });
  const maxAgeMs = ctx.config['svc.auth.session-timeout-ms'];
  return { location: returnPath, cookie: toSessionCookie(token, { maxAgeMs, secure: isSecure }) };
}

/** The browser shows the sign-in page with the reason, not a problem document. */
function toErrorPage(error: unknown): Redirect {
  if (!(error instanceof AppError)) throw error;
  const cause = String(error.extras.members?.cause ?? error.kind);
  return { location: `/?signInError=${encodeURIComponent(cause)}` };
}
