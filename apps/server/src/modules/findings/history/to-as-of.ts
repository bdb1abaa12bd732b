import type { Context } from '../../../platform/context.ts';
import { invalidQuery } from '../../../platform/http/invalid-query.ts';
import { parseEnd } from '../../../platform/http/parse-time.ts';
import { pastDays } from '../../../platform/past-days.ts';

const RETENTION = 'svc.bom.removed-components.retention-days';

/** The time before which the history is incomplete. Undefined if it has no limit. */
export function toHistoryStart({ config, now }: Pick<Context, 'config' | 'now'>): Date | undefined {
  return pastDays(now(), config[RETENTION]);
}

export function toAsOf(ctx: Pick<Context, 'config' | 'now'>, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const time = parseEnd('asOf', text);
  requireKept(ctx, 'asOf', time);
  return time;
}

/** Refuses times before the retention, because the answer would be incomplete. */
export function requireKept(ctx: Pick<Context, 'config' | 'now'>, parameter: string, time: Date): void {
  const start = toHistoryStart(ctx);
  if (start === undefined || time >= start) return;
  throw invalidQuery(parameter, `must not be before ${start.toISOString()}: ${RETENTION} limits the history`);
}

/** For lists of groups, which would show the present. */
export function refuseAsOf({ asOf }: { readonly asOf?: string }): void {
  if (asOf === undefined) return;
  throw invalidQuery(
    'asOf',
    'is not supported for groups; use GET /api/v1/finding or GET /api/v2/findings/facets',
  );
}
