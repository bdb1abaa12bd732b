import type { Context } from '../../../platform/context.ts';
import type { DigestTimes } from '../summaries/digest-store.ts';
import { sendDigests } from '../summaries/send-digests.ts';
import { relayOutbox } from './relay-outbox.ts';
import { WakeSignal } from './wake-signal.ts';

/** Small enough to take some tens of milliseconds, large enough for tens of thousands per second. */
const BATCH = 2_000;

/** Relays when it is woken, and at least once in every poll interval. */
export function keepRelaying(ctx: Context, pollMs: number, onDeliveries: () => void) {
  const signal = new WakeSignal();
  let isStopped = false;
  // Digests are due by the clock, so they are polled. Doing so in every round would cost more than relaying.
  let digestsPolledAt = 0;
  const run = async () => {
    while (!isStopped) {
      const isMore = await relayOnce(ctx, onDeliveries);
      if (!isMore && !isStopped) await signal.wait(pollMs);
      if (performance.now() - digestsPolledAt < pollMs) continue;
      await sendDue(ctx);
      digestsPolledAt = performance.now();
    }
  };
  const running = run();
  return {
    wake: () => signal.notify(),
    stop: async () => {
      isStopped = true;
      signal.notify();
      await running;
    },
  };
}

async function relayOnce(ctx: Context, onDeliveries: () => void): Promise<boolean> {
  try {
    const { claimed, deliveries } = await relayOutbox(ctx.db, BATCH, toDigestTimes(ctx));
    // Another node relayed first, and may have more deliveries than it can send.
    if (deliveries > 0 || claimed === 0) onDeliveries();
    return claimed === BATCH;
  } catch (error) {
    ctx.log.warn({ err: error }, 'Notifications could not be relayed. Retrying');
    return false;
  }
}

async function sendDue(ctx: Context): Promise<void> {
  try {
    await sendDigests(ctx);
  } catch (error) {
    ctx.log.warn({ err: error }, 'Digests could not be sent. Retrying');
  }
}

function toDigestTimes({ config }: Context): DigestTimes {
  return {
    quietMs: config['svc.notification.digest.quiet-ms'],
    longestMs: config['svc.notification.digest.longest-ms'],
  };
}
