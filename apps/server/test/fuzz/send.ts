import http from 'node:http';
import { EVENT_STREAM, type Operation } from '@tallyman/contract';
import { timeoutFactor } from '../support/timeout-factor.ts';
import type { Draft } from './corpus.ts';

export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | undefined;
}

export interface WireAnswer {
  readonly status: number;
  readonly text: string;
}

const BOUNDARY = 'fuzz-boundary';

export function encodeDraft(operation: Operation, draft: Draft): WireRequest {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent((draft.params[name] ?? '').toWellFormed()),
  );
  const query = toParameters(draft.query);
  const suffix = draft.query.length > 0 ? `?${query}` : '';
  const { method } = operation;
  if (draft.body === undefined) return { method, path: path + suffix, headers: {} };
  const { type, body } = encodeBody(operation, draft.body);
  return { method, path: path + suffix, headers: { 'Content-Type': type }, body };
}

function toParameters(pairs: readonly (readonly [string, string])[]): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, value] of pairs) parameters.append(name, value);
  return parameters;
}

function encodeBody({ consumes }: Operation, body: unknown): { type: string; body: string | Buffer } {
  const fields = Object.entries(Object(body) as Record<string, unknown>).map(
    ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
  );
  switch (consumes) {
    case undefined:
      return { type: 'application/json', body: JSON.stringify(body) };
    case 'multipart/form-data': {
      const parts = fields.map(([name, value]) => part(name, value));
      const bytes = Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
      return { type: `multipart/form-data; boundary=${BOUNDARY}`, body: bytes };
    }
    case 'application/x-www-form-urlencoded':
      return { type: consumes, body: toParameters(fields).toString() };
    default:
      return { type: consumes, body: typeof body === 'string' ? body : JSON.stringify(body) };
  }
}

/** Latin-1, so that a story can put the bytes of an archive into a field. */
function part(name: string, value: string): Buffer {
  const label = name.replaceAll(/[\r\n"]/g, '_');
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${label}"\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(value, 'latin1'), Buffer.from('\r\n')]);
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 16 });

/** A response that takes longer counts as a failure of the service. */
const TIMEOUT_MS = 120_000 * timeoutFactor;
const LOST = 599;

export function send(baseUrl: string, wire: WireRequest, isRetry = false): Promise<WireAnswer> {
  const { method, path, headers, body } = wire;
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve) => {
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
    const options = { method, hostname, port, path, agent, headers: { ...headers, ...length } };
    const request = http.request(options, (response) => {
      // It would not end.
      if (response.headers['content-type']?.startsWith(EVENT_STREAM)) {
        resolve({ status: response.statusCode ?? LOST, text: '' });
        response.destroy();
        return;
      }
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? LOST, text: Buffer.concat(chunks).toString() }),
      );
      response.on('error', (error) => resolve({ status: LOST, text: error.message }));
    });
    request.setTimeout(TIMEOUT_MS, () => request.destroy(new Error('no answer in time')));
    request.on('error', (error: NodeJS.ErrnoException) => {
      // The server may close an idle connection at the moment at which it is reused.
      const isIdleClose = request.reusedSocket && error.code === 'ECONNRESET';
      if (isIdleClose && !isRetry) resolve(send(baseUrl, wire, true));
      else resolve({ status: LOST, text: error.message });
    });
    request.end(body);
  });
}

export function closeConnections(): void {
  agent.destroy();
}
