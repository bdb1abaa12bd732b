import type { Context } from '../../platform/context.ts';
import { createHttpClient } from '../../platform/outgoing-http/create-http-client.ts';
import { createSsrfGuard } from '../../platform/outgoing-http/ssrf-guard.ts';
import { toHttpClientOptions } from '../../platform/outgoing-http/to-http-client-options.ts';
import type { PublishDeps } from './publishers/publisher-kind.ts';

/** Deliveries have their own retries. */
const NO_RETRIES = { limit: 0, firstDelayMs: 0, maxDelayMs: 0 };

/** The dependencies of publishers, from the configuration. The caller closes the HTTP client. */
export function createPublishDeps({ config, secrets, log, now }: Context, userAgent: string): PublishDeps {
  const timeoutMs = config['svc.notification.delivery.timeout-ms'];
  const guard = createSsrfGuard(config['svc.outgoing-http.allow']);
  return {
    http: createHttpClient({
      ...toHttpClientOptions(config, userAgent),
      guard,
      timeoutMs,
      maxRedirects: 0,
      retries: NO_RETRIES,
    }),
    guard,
    timeoutMs,
    now,
    resolveSecret: (name) => secrets.resolve(name),
    writeLine: (text) => log.info({ logger: 'notification' }, text),
  };
}
