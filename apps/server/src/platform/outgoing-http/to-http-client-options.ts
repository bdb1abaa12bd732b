import type { Config } from '../config/load-config.ts';
import type { ProxyOptions } from './create-dispatchers.ts';
import type { HttpClientOptions } from './create-http-client.ts';

/** The options that the configuration sets for every outgoing connection. */
export function toHttpClientOptions(config: Config, userAgent: string): HttpClientOptions {
  return { userAgent, connectTimeoutMs: config['svc.http.connect-timeout-ms'], proxy: toProxy(config) };
}

const DEFAULT_PROXY_PORT = 3128;

function toProxy(config: Config): ProxyOptions | undefined {
  const host = config['svc.http.proxy.address'];
  if (host === undefined) return undefined;
  return {
    host,
    port: config['svc.http.proxy.port'] ?? DEFAULT_PROXY_PORT,
    username: config['svc.http.proxy.username'],
    password: config['svc.http.proxy.password'],
    exclusions: config['svc.http.proxy.exclusions'],
  };
}
