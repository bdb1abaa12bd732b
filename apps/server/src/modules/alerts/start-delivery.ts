import type pg from 'pg';
import type { Context } from '../../platform/context.ts';
import { listen } from '../../platform/db/listen.ts';
import { createGuardedClient } from '../../platform/outgoing-http/create-guarded-client.ts';
import { outgoingHttpSettings } from '../../platform/outgoing-http/outgoing-http-settings.ts';
import { createSsrfGuard } from '../../platform/outgoing-http/ssrf-guard.ts';
import { OUTBOX_CHANNEL } from '../notifications/outbox-channel.ts';
import { Dispatcher } from './dispatcher.ts';
import { keepRelaying } from './keep-relaying.ts';
import { createLoadSurroundings } from './load-surroundings.ts';
import type { DeliveryMeans } from './make-delivery.ts';

export interface RunningDelivery {
  /** Lets what is being sent come to its end. */
  stop(): Promise<void>;
}

/** Relays what is said and delivers it, until it is stopped. Any number of nodes may do so at once. */
export function startDelivery(ctx: Context, pool: pg.Pool, userAgent: string): RunningDelivery {
  const means = createMeans(ctx, userAgent);
  const pollMs = ctx.config['svc.notification.outbox-relay.poll-interval-ms'];
  const dispatcher = new Dispatcher(ctx, means, ctx.config['svc.notification.delivery.concurrency'], pollMs);
  const relay = keepRelaying(ctx, pollMs, () => dispatcher.wake());
  const hear = () => {
    relay.wake();
    dispatcher.wake();
  };
  const listener = listen({
    pool,
    channel: OUTBOX_CHANNEL,
    log: ctx.log,
    onMessage: hear,
    onConnected: hear,
  });
  return {
    stop: async () => {
      await Promise.all([listener.stop(), relay.stop()]);
      await dispatcher.stop();
      await means.http.close();
    },
  };
}

function createMeans(ctx: Context, userAgent: string): DeliveryMeans {
  const { config, secrets, log, now } = ctx;
  const timeoutMs = config['svc.notification.delivery.timeout-ms'];
  const guard = createSsrfGuard(config['svc.outgoing-http.allow']);
  return {
    http: createGuardedClient({ ...outgoingHttpSettings(config, userAgent), timeoutMs }, guard),
    guard,
    timeoutMs,
    now,
    resolveSecret: (name) => secrets.resolve(name),
    writeLine: (text) => log.info({ logger: 'notification' }, text),
    retries: {
      attempts: config['svc.notification.delivery.attempts'],
      firstDelayMs: config['svc.notification.delivery.first-delay-ms'],
      maxDelayMs: config['svc.notification.delivery.max-delay-ms'],
    },
    loadSurroundings: createLoadSurroundings(ctx),
  };
}
