/** Thrown if no Tallyman service answers. The message says what to do next. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly baseUrl: string;

  constructor(baseUrl: string, reason: string, advice: string, cause?: unknown) {
    super(`Cannot reach a Tallyman service at ${baseUrl}: ${reason}. ${advice}`, { cause });
    this.baseUrl = baseUrl;
  }
}

const CHECK_ADDRESS = 'Check the address, and whether a proxy or firewall blocks the connection.';

const FAILURES: Record<string, readonly [reason: string, advice: string]> = {
  ECONNREFUSED: ['the connection was refused', 'Is the service running there? Check host and port.'],
  ENOTFOUND: ['the host name is unknown', 'Check the address for typing errors.'],
  EAI_AGAIN: ['the host name could not be resolved', 'Check your network connection, then try again.'],
  ECONNRESET: [
    'the connection was closed before a response arrived',
    'Try again. If it happens again, see the log of the service.',
  ],
  UND_ERR_SOCKET: [
    'the connection was closed before a response arrived',
    'Try again. If it happens again, see the log of the service.',
  ],
  ETIMEDOUT: ['the host does not answer', CHECK_ADDRESS],
  EHOSTUNREACH: ['the host is unreachable', CHECK_ADDRESS],
  ENETUNREACH: ['the network is unreachable', CHECK_ADDRESS],
  UND_ERR_CONNECT_TIMEOUT: ['the host does not answer', CHECK_ADDRESS],
  ERR_SSL_WRONG_VERSION_NUMBER: ['the service does not use TLS', 'Use http:// instead of https://.'],
  ERR_SSL_PACKET_LENGTH_TOO_LONG: ['the service does not use TLS', 'Use http:// instead of https://.'],
};

/** `fetch` hides the reason in the cause of its error, and browsers do not report it at all. */
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
