import type { Context } from '../../platform/context.ts';
import { Bell } from './bell.ts';
import type { DigestTimes } from './digest-store.ts';
import { relayOutbox } from './relay-outbox.ts';
import { sendDigests } from './send-digests.ts';

/** Few enough to be relayed in some tens of milliseconds, enough to relay tens of thousands in a second. */
const BATCH = 2_000;

/** Relays whenever it is woken, and now and then anyway. */
export function keepRelaying(ctx: Context, pollMs: number, onDeliveries: () => void) {
  const bell = new Bell();
  let isStopped = false;
  // Digests are due by the clock: nobody wakes us for them, and looking each time would cost more than relaying.
  let lookedForDigests = 0;
  const run = async () => {
    while (!isStopped) {
      const isMore = await relayOnce(ctx, onDeliveries);
      if (!isMore && !isStopped) await bell.wait(pollMs);
      if (performance.now() - lookedForDigests < pollMs) continue;
      await sendDue(ctx);
      lookedForDigests = performance.now();
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
    const { taken, deliveries } = await relayOutbox(ctx.db, BATCH, toDigestTimes(ctx));
    // Woken for nothing: another node was faster, and has perhaps more than it can send.
    if (deliveries > 0 || taken === 0) onDeliveries();
    return taken === BATCH;
  } catch (error) {
    ctx.log.warn({ err: error }, 'Notifications could not be relayed; trying again');
    return false;
  }
}

async function sendDue(ctx: Context): Promise<void> {
  try {
    await sendDigests(ctx);
  } catch (error) {
    ctx.log.warn({ err: error }, 'Digests could not be sent; trying again');
  }
}

function toDigestTimes({ config }: Context): DigestTimes {
  return {
    quietMs: config['svc.notification.digest.quiet-ms'],
    longestMs: config['svc.notification.digest.longest-ms'],
  };
}
