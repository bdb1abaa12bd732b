import { property } from '../property.ts';
import { addressRanges, boolean, host, integer, milliseconds, port, tokenList } from '../value-types.ts';

export const httpProperties = {
  'svc.http.host': property(host, {
    default: '127.0.0.1',
    description:
      'Address on which the API listens. `0.0.0.0` or `::` listens on every address of the machine.',
  }),
  'svc.http.port': property(port, {
    default: 8080,
    description: 'Port of the API. `0` uses any free port.',
  }),
  'svc.http.max-body-bytes': property(integer(1_024, 1_073_741_824, 10_485_760), {
    default: 10_485_760,
    description:
      'Maximum size of a request body, in bytes, except for uploads of documents, which have separate limits. Most operations have a lower limit: see the OpenAPI document.',
  }),
  'svc.http.max-header-bytes': property(integer(4_096, 1_048_576, 16_384), {
    default: 16_384,
    description: 'Maximum size of all request headers together, in bytes.',
  }),
  'svc.http.request-timeout-ms': property(milliseconds(0), {
    default: 300_000,
    description: 'Time limit for receiving a complete request. `0` waits without limit.',
  }),
  'svc.http.drain-ms': property(milliseconds(0), {
    default: 5_000,
    description:
      'Time for which a node continues to serve after SIGTERM while `/health/ready` returns 503, so that load balancers can remove it first. Must be longer than their check interval. `0` closes at once.',
  }),
  'svc.compat.powered-by': property(boolean, {
    default: true,
    description:
      'Whether `X-Powered-By` starts with `Dependency-Track v`, which some clients check before they use a server ' +
      '(the connection test of the Jenkins plugin does). If false, it names only Tallyman.',
  }),
  'svc.http.trusted-proxies': property(addressRanges, {
    default: [],
    description:
      'Reverse proxies whose `X-Forwarded-For`, `X-Forwarded-Host` and `X-Forwarded-Proto` headers are trusted. If empty, these headers are ignored.',
  }),
};

export const requestsProperties = {
  'svc.requests.lock-timeout-ms': property(milliseconds(0), {
    default: 5_000,
    description:
      'Time for which a request waits for a lock in the database before it is answered with 503. `0` waits without limit.',
  }),
  'svc.requests.statement-timeout-ms': property(milliseconds(0), {
    default: 60_000,
    description:
      'Time after which a statement of a request is cancelled and the response is 503. `0` waits without limit.',
  }),
};

const ALLOWED_HEADERS = [
  'Origin',
  'Content-Type',
  'Authorization',
  'X-Requested-With',
  'Accept',
  'X-Api-Key',
];
const EXPOSED_HEADERS = [
  'X-Total-Count',
  'X-Total-Count-Type',
  'Link',
  'Location',
  'Retry-After',
  'X-Request-Id',
];

export const corsProperties = {
  'svc.cors.enabled': property(boolean, {
    default: true,
    carriedOver: true,
    description: 'Whether responses have the headers that allow web pages of other origins to call the API.',
  }),
  'svc.cors.allowed-origins': property(tokenList, {
    default: ['*'],
    carriedOver: true,
    synonyms: ['cors.allow.origin'],
    description: 'Origins that may call the API, for example `https://ui.example.com`. `*` allows all.',
  }),
  'svc.cors.allowed-methods': property(tokenList, {
    default: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    carriedOver: true,
    synonyms: ['cors.allow.methods'],
    description: 'Methods that other origins may use.',
  }),
  'svc.cors.allowed-headers': property(tokenList, {
    default: ALLOWED_HEADERS,
    carriedOver: true,
    synonyms: ['cors.allow.headers'],
    description: 'Request headers that other origins may send.',
  }),
  'svc.cors.exposed-headers': property(tokenList, {
    default: EXPOSED_HEADERS,
    carriedOver: true,
    synonyms: ['cors.expose.headers'],
    description: 'Response headers that scripts of other origins may read.',
  }),
  'svc.cors.allow-credentials': property(boolean, {
    default: false,
    carriedOver: true,
    description:
      'Whether browsers may send cookies and HTTP authentication. Bearer tokens and API keys do not need it.',
  }),
  'svc.cors.max-age': property(integer(0, 86_400, 3_600), {
    default: 3_600,
    carriedOver: true,
    description: 'Seconds for which a browser may cache the response to a preflight request.',
  }),
};
