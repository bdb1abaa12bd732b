import type { Config } from '../config/load-config.ts';
import type { HttpClientSettings, ProxySettings } from './create-http-client.ts';

/** How the configuration wants outgoing connections to be made. */
export function outgoingHttpSettings(config: Config, userAgent: string): HttpClientSettings {
  return { userAgent, connectTimeoutMs: config['svc.http.connect-timeout-ms'], proxy: toProxy(config) };
}

const DEFAULT_PROXY_PORT = 3128;

function toProxy(config: Config): ProxySettings | undefined {
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
