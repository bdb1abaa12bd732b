import { createHash } from 'node:crypto';
import { type BadgeKind, badgeOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { serve } from '../../platform/http/serve-operation.ts';
import type { BadgeProject } from './badge-store.ts';
import { drawBadge } from './draw-badge.ts';
import { getBadge } from './get-badge.ts';
import { presentShields } from './present-shields.ts';

/** Proxies may show a badge for a minute. Afterwards they ask whether it has changed. */
const CACHE_CONTROL = 'public, max-age=60, must-revalidate';

/** Pages of other origins may show the image. Opened as a page, it may not load or run anything. */
const IMAGE_HEADERS = {
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Content-Security-Policy': "default-src 'none'",
};

export function badgesRoutes(server: FastifyInstance, ctx: Context): void {
  const { getVulnerabilitiesBadge, getVulnerabilitiesBadgeByName } = badgeOperations;
  const { getViolationsBadge, getViolationsBadgeByName } = badgeOperations;
  const answerSvg = async (kind: BadgeKind, key: BadgeProject, known: string | undefined) => {
    const { badge, href } = await getBadge(ctx, kind, key);
    const body = drawBadge(badge, href);
    const headers = { ...toCacheHeaders(body), ...IMAGE_HEADERS };
    return isKnown(headers.ETag, known)
      ? ({ status: 304, headers } as const)
      : ({ status: 200, body, headers } as const);
  };
  for (const operation of [getVulnerabilitiesBadge, getVulnerabilitiesBadgeByName]) {
    serve(server, operation, ({ params, headers }) => answerSvg('vulns', params, headers['if-none-match']));
  }
  for (const operation of [getViolationsBadge, getViolationsBadgeByName]) {
    serve(server, operation, ({ params, headers }) =>
      answerSvg('violations', params, headers['if-none-match']),
    );
  }
  for (const operation of [badgeOperations.getShieldsBadge, badgeOperations.getShieldsBadgeByName]) {
    serve(server, operation, async ({ params: { kind, ...key }, headers: given }) => {
      const body = presentShields((await getBadge(ctx, kind, key)).badge);
      const headers = toCacheHeaders(JSON.stringify(body));
      return isKnown(headers.ETag, given['if-none-match'])
        ? { status: 304, headers }
        : { status: 200, body, headers };
    });
  }
}

/** Weak: proxies may compress the response. */
function toCacheHeaders(content: string) {
  const digest = createHash('sha256').update(content).digest('base64url').slice(0, 22);
  return { 'Cache-Control': CACHE_CONTROL, ETag: `W/"${digest}"` };
}

function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  const strong = etag.replace('W/', '');
  const given = ifNoneMatch?.split(',').map((value) => value.trim().replace('W/', '')) ?? [];
  return given.includes('*') || given.includes(strong);
}
