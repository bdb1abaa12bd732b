import type { Context } from '../../platform/context.ts';
import { createGuardedClient } from '../../platform/outgoing-http/create-guarded-client.ts';
import { outgoingHttpSettings } from '../../platform/outgoing-http/outgoing-http-settings.ts';
import { createSsrfGuard } from '../../platform/outgoing-http/ssrf-guard.ts';
import type { PublishDeps } from './publishers/publisher-kind.ts';

/** The dependencies of publishers, from the configuration. The caller closes the HTTP client. */
export function createPublishDeps({ config, secrets, log, now }: Context, userAgent: string): PublishDeps {
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
