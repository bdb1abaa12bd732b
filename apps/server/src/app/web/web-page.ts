import { randomBytes } from 'node:crypto';

export interface WebPage {
  readonly html: string;
  readonly headers: Record<string, string>;
}

/** The page that loads the web interface. Its scripts have the nonce of the response. */
export function toWebPage(indexHtml: string, basePath: string, nonce = newNonce()): WebPage {
  return {
    html: indexHtml.replaceAll('%NONCE%', nonce).replaceAll('%BASE%', `${basePath}/`),
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': contentSecurityPolicy(nonce),
      'Referrer-Policy': 'same-origin',
    },
  };
}

function newNonce(): string {
  return randomBytes(18).toString('base64url');
}

/** No `unsafe-*`. Trusted Types without a policy prevent text from becoming HTML or script. */
function contentSecurityPolicy(nonce: string): string {
  return [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self'`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `manifest-src 'self'`,
    `base-uri 'self'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types 'none'`,
  ].join('; ');
}
