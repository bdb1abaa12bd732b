import type { Config } from '../config/load-config.ts';
import { createHttpClient, type HttpClient, type HttpClientOptions } from './create-http-client.ts';
import { createSsrfGuard } from './ssrf-guard.ts';
import { toHttpClientOptions } from './to-http-client-options.ts';

/** Addresses of properties are trusted; those that users set over the API are guarded. */
export interface OutgoingClients {
  readonly trusted: HttpClient;
  readonly guarded: HttpClient;
}

export function createOutgoingClients(
  config: Config,
  userAgent: string,
  overrides: Partial<HttpClientOptions> = {},
): OutgoingClients {
  const options = { ...toHttpClientOptions(config, userAgent), ...overrides };
  const guard = createSsrfGuard(config['svc.outgoing-http.allow']);
  return { trusted: createHttpClient(options), guarded: createHttpClient({ ...options, guard }) };
}
