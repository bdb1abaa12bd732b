import { browserSessionOperations, isOn } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/serve-operation.ts';
import { closeBrowserSession, findBrowserSession, openBrowserSession } from './browser-session.ts';
import { toEndedCookie, toSessionCookie } from './browser-session-cookie.ts';
import { findBrowserToken, requireOwnPage, toBaseUrl } from './browser-session-request.ts';
import type { SignInContext } from './identity-sources/identity-sources.ts';
import { findProviderLogout } from './oidc/find-provider-logout.ts';
import { toRpId } from './second-factor/webauthn.ts';

export function browserSessionRoutes(server: FastifyInstance, ctx: SignInContext): void {
  serve(server, browserSessionOperations.openBrowserSession, async (request) => {
    requireOwnPage(request);
    const replaced = findBrowserToken(request);
    const rpId = toRpId(ctx.config['svc.auth.webauthn.rp-id'], request.headers);
    const attempt = { ...request.body, address: request.remoteAddress, rpId };
    const { token, session } = await openBrowserSession(ctx, attempt, replaced);
    const maxAgeMs = session.expiresInMs ?? 0;
    const cookie = toSessionCookie(token, { maxAgeMs, secure: isSecure(request.headers.origin) });
    return { status: 200, body: session, headers: { 'Set-Cookie': cookie } };
  });
  serve(server, browserSessionOperations.getBrowserSession, async (request) => {
    const session = await findBrowserSession(ctx, findBrowserToken(request));
    return { status: 200, body: session ?? { signedIn: false } };
  });
  serve(server, browserSessionOperations.closeBrowserSession, async (request) => {
    requireOwnPage(request);
    const token = findBrowserToken(request);
    const returnUrl = `${toBaseUrl(request, ctx.config['svc.web.base-path'])}/`;
    const logoutUrl = await findProviderLogout(ctx, token, returnUrl);
    await closeBrowserSession(ctx, token, { everywhere: isOn(request.query.everywhere) });
    const headers = { 'Set-Cookie': toEndedCookie(isSecure(request.headers.origin)) };
    return logoutUrl === undefined ? { status: 204, headers } : { status: 200, body: { logoutUrl }, headers };
  });
}

/** As the browser sees it: a proxy may terminate TLS without a header that says so. */
function isSecure(origin: string | undefined): boolean {
  return origin?.startsWith('https://') ?? false;
}
