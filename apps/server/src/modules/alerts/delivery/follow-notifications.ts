import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { findLogged, type LoggedRow, listLoggedAfter, listNewest } from './notification-log-store.ts';

interface FollowOptions {
  readonly after: number | undefined;
  readonly limit: number;
  readonly waitMs: number;
}

const POLL_MS = 200;

/** Notifications after a position. Waits for the first one, until the timeout. */
export async function followNotifications(
  ctx: Context,
  principal: Principal,
  { after, limit, waitMs }: FollowOptions,
): Promise<LoggedRow[]> {
  if (after === undefined) return listNewest(ctx.db, principal, limit);
  const deadline = performance.now() + waitMs;
  for (;;) {
    const found = await listLoggedAfter(ctx.db, principal, after, limit);
    if (found.length > 0 || performance.now() >= deadline) return found;
    await sleep(POLL_MS);
  }
}

export async function getLoggedNotification(
  ctx: Context,
  principal: Principal,
  id: string,
): Promise<LoggedRow> {
  const logged = await findLogged(ctx.db, principal, id);
  if (logged) return logged;
  const days = ctx.config['svc.notification.retention-days'];
  throw new AppError('not-found', `There is no notification ${id}. Notifications are kept for ${days} days.`);
}
