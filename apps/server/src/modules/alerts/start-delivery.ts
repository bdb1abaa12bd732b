import type { Config } from '../../platform/config/load-config.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/db/connect.ts';
import { listenToChannel } from '../../platform/db/listen-to-channel.ts';
import { DELIVERIES_INSERTED, OUTBOX_CHANNEL } from '../notifications/outbox-channel.ts';
import { createPublishDeps } from './create-publish-deps.ts';
import { Dispatcher } from './delivery/dispatcher.ts';
import { keepRelaying } from './delivery/keep-relaying.ts';
import type { RetryRules } from './delivery/plan-attempt.ts';
import { closeKafka } from './publishers/kafka.ts';
import { createTemplateThreads } from './templates/template-threads.ts';

interface RunningDelivery {
  /** Waits for the deliveries in progress. */
  stop(): Promise<void>;
}

/** Relays and delivers notifications until it is stopped. Any number of nodes may do so at the same time. */
export function startDelivery(ctx: Context, pool: Connection['pool'], userAgent: string): RunningDelivery {
  const templates = createTemplateThreads();
  const deps = { ...createPublishDeps(ctx, userAgent), templates, retries: toRetries(ctx.config) };
  const pollMs = ctx.config['svc.notification.outbox-relay.poll-interval-ms'];
  const dispatcher = new Dispatcher(ctx, deps, ctx.config['svc.notification.delivery.concurrency'], pollMs);
  const relay = keepRelaying(ctx, pollMs, () => dispatcher.wake());
  const listener = listenToChannel({
    pool,
    channel: OUTBOX_CHANNEL,
    log: ctx.log,
    onMessage: (message) => (message === DELIVERIES_INSERTED ? dispatcher : relay).wake(),
    onConnected: () => relay.wake(),
  });
  return {
    stop: async () => {
      await Promise.all([listener.stop(), relay.stop()]);
      await dispatcher.stop();
      await closeKafka();
      await templates.close();
      await deps.http.close();
    },
  };
}

function toRetries(config: Config): RetryRules {
  return {
    maxAttempts: config['svc.notification.delivery.attempts'],
    firstDelayMs: config['svc.notification.delivery.first-delay-ms'],
    maxDelayMs: config['svc.notification.delivery.max-delay-ms'],
  };
}
