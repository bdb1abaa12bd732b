/** No Tallyman service answered. The message says what to do next. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly baseUrl: string;

  constructor(baseUrl: string, reason: string, advice: string, cause?: unknown) {
    super(`Cannot reach a Tallyman service at ${baseUrl}: ${reason}. ${advice}`, { cause });
    this.baseUrl = baseUrl;
  }
}

const CHECK_ADDRESS = 'Check the address, and whether something on the way (proxy, firewall) is in between.';

const FAILURES: Record<string, readonly [reason: string, advice: string]> = {
  ECONNREFUSED: ['the connection was refused', 'Is the service running there? Check host and port.'],
  ENOTFOUND: ['the host name is unknown', 'Check the address for typing errors.'],
  EAI_AGAIN: ['the host name could not be looked up', 'Check your network connection, then try again.'],
  ECONNRESET: [
    'the connection was closed before an answer came',
    'Try again; if it stays, see the log of the service.',
  ],
  UND_ERR_SOCKET: [
    'the connection was closed before an answer came',
    'Try again; if it stays, see the log of the service.',
  ],
  ETIMEDOUT: ['the host does not answer', CHECK_ADDRESS],
  EHOSTUNREACH: ['there is no way to that host', CHECK_ADDRESS],
  ENETUNREACH: ['there is no way to that network', CHECK_ADDRESS],
  UND_ERR_CONNECT_TIMEOUT: ['the host does not answer', CHECK_ADDRESS],
  ERR_SSL_WRONG_VERSION_NUMBER: ['it does not speak TLS', 'Use http:// instead of https://.'],
  ERR_SSL_PACKET_LENGTH_TOO_LONG: ['it does not speak TLS', 'Use http:// instead of https://.'],
};

/** `fetch` hides why it failed in the cause of its error, and browsers do not say at all. */
export function toConnectionError(baseUrl: string, error: unknown): ConnectionError {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const { code, message } = (cause ?? {}) as { code?: unknown; message?: unknown };
  const known = FAILURES[String(code)];
  if (known) return new ConnectionError(baseUrl, ...known, error);
  if (isCertificateFailure(String(code))) {
    const advice = 'Trust the authority that issued it (Node: NODE_EXTRA_CA_CERTS=<file.pem>).';
    return new ConnectionError(baseUrl, `its certificate is not trusted (${code})`, advice, error);
  }
  return new ConnectionError(baseUrl, String(message || 'the request failed'), CHECK_ADDRESS, error);
}

function isCertificateFailure(code: string): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ISSUER/.test(code);
}
