import type { Operation } from '@tallyman/contract';
import { InvalidRequestError } from './invalid-request-error.ts';

export interface Credentials {
  readonly token?: string | undefined;
  readonly apiKey?: string | undefined;
}

export interface RequestParts {
  readonly params?: object | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
}

/** Returns an absolute http(s) address without a trailing slash. May have a path, as behind a proxy. */
export function toBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new InvalidRequestError(`"${text}" is not the address of a service. ${suggestAddress(text)}`);
  }
  if (url.username || url.password) {
    throw new InvalidRequestError('The address must not contain a user name or password. Sign in instead.');
  }
  if (url.search || url.hash) {
    throw new InvalidRequestError(`"${text}" is not the address of a service: remove what follows the path.`);
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/** The scheme is often missing. `localhost:8080` even parses, with the scheme `localhost`. */
function suggestAddress(text: string): string {
  const isHost = /^[\w.-]+(:\d{1,5})?(\/[\w./-]*)?$/.test(text) || /^\[[\da-f:]+\](:\d{1,5})?$/i.test(text);
  if (isHost && URL.canParse(`http://${text}`))
    return `http:// or https:// is missing. Did you mean http://${text}?`;
  return 'An address looks like http://127.0.0.1:8080.';
}

export function toUrl(baseUrl: string, operation: Operation, parts: RequestParts): string {
  const query = toQuery(parts.query ?? {}).toString();
  return `${baseUrl}${toPath(operation.path, parts.params ?? {})}${query && `?${query}`}`;
}

function toPath(template: string, params: object): string {
  const values = new Map<string, unknown>(Object.entries(params));
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    toSegment(name, String(values.get(name) ?? '')),
  );
}

/** URLs resolve dot segments even if they are encoded, so such a value would call another operation. */
function toSegment(name: string, value: string): string {
  if (value === '' || value === '.' || value === '..') {
    throw new InvalidRequestError(`"${value}" cannot be used as ${name}.`);
  }
  return encodeURIComponent(value.toWellFormed());
}

/** Lists repeat the name; absent values are not sent. Form bodies are encoded the same way. */
function toQuery(values: object): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) query.append(name, String(item));
    }
  }
  return query;
}

export function toHeaders(operation: Operation, { token, apiKey }: Credentials): Record<string, string> {
  const produces = operation.produces ?? 'application/json';
  return {
    Accept: `${produces}, application/problem+json`,
    ...(apiKey ? { 'X-Api-Key': toSecret('API key', apiKey) } : {}),
    ...(token ? { Authorization: `Bearer ${toSecret('token', token)}` } : {}),
  };
}

/** Checked here, because the error of the platform would contain the secret. */
function toSecret(kind: string, secret: string): string {
  if (/^[\x21-\x7e]+$/.test(secret)) return secret;
  throw new InvalidRequestError(`The ${kind} has invalid characters. Check that it was copied completely.`);
}

type RawBody = NonNullable<RequestInit['body']>;

export interface SentBody {
  readonly body?: RawBody;
  /** Absent if the body sets it. */
  readonly type?: string;
}

/** Bodies that are neither JSON nor a form are sent as given. */
export function toBody(operation: Operation, body: unknown): SentBody {
  if (body === undefined || operation.body === undefined) return {};
  const type = operation.consumes ?? 'application/json';
  if (type === 'application/json') return { type, body: JSON.stringify(body) };
  if (type === 'application/x-www-form-urlencoded') return { type, body: toQuery(body as object).toString() };
  return body instanceof FormData ? { body } : { type, body: body as RawBody };
}
