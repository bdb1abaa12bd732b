import { isIP } from 'node:net';
import { Agent, buildConnector, type Dispatcher, ProxyAgent } from 'undici';
import { isExcluded } from './proxy-exclusions.ts';
import { AddressRefusedError, type SsrfGuard } from './ssrf-guard.ts';

export interface ProxyOptions {
  readonly host: string;
  readonly port: number;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /** Hosts that are reached without the proxy. */
  readonly exclusions: readonly string[];
}

export interface DispatcherOptions {
  readonly connectTimeoutMs: number;
  /** Longest silence before and within a response. */
  readonly idleTimeoutMs: number;
  readonly proxy?: ProxyOptions | undefined;
  readonly guard?: SsrfGuard | undefined;
}

export interface Dispatchers {
  /** Throws an `AddressRefusedError` if the guard refuses the host. A direct connection is checked when it is made. */
  select(url: URL): Promise<Dispatcher>;
  close(): Promise<void>;
}

const CONNECTIONS_PER_ORIGIN = 32;

export function createDispatchers(options: DispatcherOptions): Dispatchers {
  const { proxy, guard } = options;
  const direct = createDirect(options);
  const proxied = proxy && createProxied(proxy, options);
  return {
    select: async (url) => {
      if (!proxied || isExcluded(url, proxy.exclusions)) return direct;
      if (guard) await checkHost(url, guard);
      return proxied;
    },
    close: async () => {
      await Promise.all([direct.destroy(), proxied?.destroy()]);
    },
  };
}

/** HTTP/1.1 only: downloads resume by ranges, and one connection per request keeps slow responses apart. */
function toAgentOptions({ idleTimeoutMs }: DispatcherOptions): Agent.Options {
  return {
    allowH2: false,
    headersTimeout: idleTimeoutMs,
    bodyTimeout: idleTimeoutMs,
    connections: CONNECTIONS_PER_ORIGIN,
  };
}

function createDirect(options: DispatcherOptions): Agent {
  const { guard, connectTimeoutMs: timeout } = options;
  const connect = guard ? createGuardedConnector(guard, timeout) : { timeout };
  return new Agent({ ...toAgentOptions(options), connect });
}

/** Resolves each name once, so that the address that was checked is the one that is connected to. */
function createGuardedConnector(guard: SsrfGuard, timeout: number): buildConnector.connector {
  const connect = buildConnector({ lookup: guard.lookup, timeout, allowH2: false });
  return (options, callback) => {
    try {
      if (isIP(withoutBrackets(options.hostname))) guard.checkAddress(options.hostname);
    } catch (error) {
      return callback(error as Error, null);
    }
    connect(options, callback);
  };
}

function createProxied(proxy: ProxyOptions, options: DispatcherOptions): ProxyAgent {
  const { host, port, username, password } = proxy;
  const credentials = username && Buffer.from(`${username}:${password ?? ''}`).toString('base64');
  return new ProxyAgent({
    ...toAgentOptions(options),
    uri: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    ...(credentials ? { token: `Basic ${credentials}` } : {}),
    connectTimeout: options.connectTimeoutMs,
  });
}

/** The proxy resolves names itself. They are checked here as well: a name that is private here is refused. */
function checkHost({ hostname }: URL, guard: SsrfGuard): Promise<void> {
  if (isIP(withoutBrackets(hostname))) {
    guard.checkAddress(hostname);
    return Promise.resolve();
  }
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  guard.lookup(hostname, { all: true }, (error) =>
    error instanceof AddressRefusedError ? reject(error) : resolve(),
  );
  return promise;
}

function withoutBrackets(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}
