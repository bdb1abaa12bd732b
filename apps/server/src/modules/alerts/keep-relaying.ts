import type { Context } from '../../platform/context.ts';
import { Bell } from './bell.ts';
import { relayOutbox } from './relay-outbox.ts';

/** Few enough to be relayed in some tens of milliseconds, enough to relay tens of thousands in a second. */
const BATCH = 2_000;

/** Relays whenever it is woken, and now and then anyway. */
export function keepRelaying(ctx: Context, pollMs: number, onDeliveries: () => void) {
  const bell = new Bell();
  let isStopped = false;
  const run = async () => {
    while (!isStopped) {
      const isMore = await relayOnce(ctx, onDeliveries);
      if (!isMore && !isStopped) await bell.wait(pollMs);
    }
  };
  const running = run();
  return {
    wake: () => bell.ring(),
    stop: async () => {
      isStopped = true;
      bell.ring();
      await running;
    },
  };
}

async function relayOnce(ctx: Context, onDeliveries: () => void): Promise<boolean> {
  try {
    const { taken, deliveries } = await relayOutbox(ctx.db, BATCH);
    // Woken for nothing: another node was faster, and has perhaps more than it can send.
    if (deliveries > 0 || taken === 0) onDeliveries();
    return taken === BATCH;
  } catch (error) {
    ctx.log.warn({ err: error }, 'Notifications could not be relayed; trying again');
    return false;
  }
}
