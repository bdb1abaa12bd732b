import type { Context } from '../../platform/context.ts';
import { createGuardedClient } from '../../platform/outgoing-http/create-guarded-client.ts';
import { outgoingHttpSettings } from '../../platform/outgoing-http/outgoing-http-settings.ts';
import { createSsrfGuard } from '../../platform/outgoing-http/ssrf-guard.ts';
import type { PublishMeans } from './publisher-kind.ts';

/** What publishers work with, as the configuration says. Whoever makes it closes its connections. */
export function createPublishMeans({ config, secrets, log, now }: Context, userAgent: string): PublishMeans {
  const timeoutMs = config['svc.notification.delivery.timeout-ms'];
  const guard = createSsrfGuard(config['svc.outgoing-http.allow']);
  return {
    http: createGuardedClient({ ...outgoingHttpSettings(config, userAgent), timeoutMs }, guard),
    guard,
    timeoutMs,
    now,
    resolveSecret: (name) => secrets.resolve(name),
    writeLine: (text) => log.info({ logger: 'notification' }, text),
  };
}
