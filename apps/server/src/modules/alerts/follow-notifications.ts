import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { findLogged, type LoggedRow, listLoggedAfter, listNewest } from './notification-log-store.ts';

interface Following {
  readonly after: number | undefined;
  readonly limit: number;
  readonly waitMs: number;
}

const LOOK_EVERY_MS = 200;

/** What was said after a position; if nothing was, as soon as something is, or when the time is over. */
export async function followNotifications(
  ctx: Context,
  principal: Principal,
  { after, limit, waitMs }: Following,
): Promise<LoggedRow[]> {
  if (after === undefined) return listNewest(ctx.db, principal, limit);
  const until = performance.now() + waitMs;
  for (;;) {
    const found = await listLoggedAfter(ctx.db, principal, after, limit);
    if (found.length > 0 || performance.now() >= until) return found;
    await sleep(LOOK_EVERY_MS);
  }
}

export async function getLogged(ctx: Context, principal: Principal, id: string): Promise<LoggedRow> {
  const logged = await findLogged(ctx.db, principal, id);
  if (logged) return logged;
  const days = ctx.config['svc.notification.retention-days'];
  throw new AppError('not-found', `There is no notification ${id}. They are kept for ${days} days.`);
}
