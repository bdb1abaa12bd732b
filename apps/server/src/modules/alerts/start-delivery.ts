import type { Config } from '../../platform/config/load-config.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/db/connect.ts';
import { listen } from '../../platform/db/listen.ts';
import { DELIVERIES_MADE, OUTBOX_CHANNEL } from '../notifications/outbox-channel.ts';
import { Dispatcher } from './dispatcher.ts';
import { keepRelaying } from './keep-relaying.ts';
import type { RetryRules } from './plan-attempt.ts';
import { createPublishMeans } from './publish-means.ts';
import { closeKafka } from './publishers/kafka.ts';
import { createTemplateThreads } from './template-threads.ts';

interface RunningDelivery {
  /** Lets what is being sent come to its end. */
  stop(): Promise<void>;
}

/** Relays what is said and delivers it, until it is stopped. Any number of nodes may do so at once. */
export function startDelivery(ctx: Context, pool: Connection['pool'], userAgent: string): RunningDelivery {
  const templates = createTemplateThreads();
  const means = { ...createPublishMeans(ctx, userAgent), templates, retries: toRetries(ctx.config) };
  const pollMs = ctx.config['svc.notification.outbox-relay.poll-interval-ms'];
  const dispatcher = new Dispatcher(ctx, means, ctx.config['svc.notification.delivery.concurrency'], pollMs);
  const relay = keepRelaying(ctx, pollMs, () => dispatcher.wake());
  const listener = listen({
    pool,
    channel: OUTBOX_CHANNEL,
    log: ctx.log,
    onMessage: (said) => (said === DELIVERIES_MADE ? dispatcher : relay).wake(),
    onConnected: () => relay.wake(),
  });
  return {
    stop: async () => {
      await Promise.all([listener.stop(), relay.stop()]);
      await dispatcher.stop();
      closeKafka();
      await templates.close();
      await means.http.close();
    },
  };
}

function toRetries(config: Config): RetryRules {
  return {
    attempts: config['svc.notification.delivery.attempts'],
    firstDelayMs: config['svc.notification.delivery.first-delay-ms'],
    maxDelayMs: config['svc.notification.delivery.max-delay-ms'],
  };
}
