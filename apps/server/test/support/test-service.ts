import { mkdtempSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { request } from 'undici';
import { inject } from 'vitest';
import { startService } from '../../src/app/start-service.ts';
import { loadConfig } from '../../src/platform/config/load-config.ts';
import type { Context } from '../../src/platform/context.ts';
import { createLog } from '../../src/platform/log/create-log.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { ADMIN_PASSWORD } from './test-template.ts';

interface RequestOptions {
  readonly token?: string;
  readonly apiKey?: string;
  readonly body?: unknown;
  readonly form?: Record<string, string>;
  readonly headers?: Record<string, string>;
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON, or as text if it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: a black-box test reads answers of every shape
  readonly body: any;
}

export interface TestService {
  readonly baseUrl: string;
  readonly managementUrl: string;
  readonly db: TestDatabase['db'];
  readonly url: string;
  readonly context: Context;
  readonly dataDirectory: string;
  readonly adminToken: string;
  /** All log lines so far. */
  log(): string;
  request(method: string, path: string, options?: RequestOptions): Promise<TestAnswer>;
  /** The same as the administrator. */
  asAdmin(method: string, path: string, body?: unknown): Promise<TestAnswer>;
  close(): Promise<void>;
}

/** The real service on a new database, on free loopback ports. */
export async function startTestService(settings: Record<string, string> = {}): Promise<TestService> {
  const database = await createTestDatabase();
  const { log, logged } = captureLog();
  // The template is migrated and has its initial data.
  const initialised = { 'svc.init.tasks.enabled': 'false' };
  const config = testConfig({ 'svc.datasource.url': database.url, ...initialised, ...settings });
  const service = await startService({ config, log });
  const baseUrl = service.apiUrl ?? '';
  const sendTo = (method: string, path: string, options: RequestOptions = {}) =>
    send(baseUrl + path, method, options);
  const form = { username: 'admin', password: ADMIN_PASSWORD };
  const adminToken = (await sendTo('POST', '/api/v1/user/login', { form })).text;
  return {
    baseUrl,
    managementUrl: service.managementUrl,
    db: database.db,
    url: database.url,
    context: service.context,
    dataDirectory: config['svc.data.directory'],
    adminToken,
    log: logged,
    request: sendTo,
    asAdmin: (method, path, body) => sendTo(method, path, { token: adminToken, body }),
    close: async () => {
      await service.close();
      await database.drop();
    },
  };
}

/** Of this process only: it must not share keys and files with others. */
const dataDirectory = mkdtempSync(join(inject('testDirectory'), 'data-'));

export function testConfig(settings: Record<string, string>) {
  const all = {
    'svc.http.port': '0',
    'svc.management.port': '0',
    'svc.data.directory': dataDirectory,
    'svc.datasource.pool.max-size': '8',
    // Schedules are off: a test that runs at the full hour must not mirror real sources.
    'svc.vuln-data-source.nvd.cron': '-',
    'svc.vuln-data-source.epss.cron': '-',
    'svc.vuln-data-source.kev.cron': '-',
    'svc.vuln-data-source.euvd.cron': '-',
    // Findings that a test inserts must not be analysed again if it takes longer than a minute.
    'svc.task.stale-analysis.cron': '-',
    'svc.task.missed-work-repair.cron': '-',
    ...settings,
  };
  const argv = Object.entries(all).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
  return loadConfig({ argv, env: {}, cwd: tmpdir() }).config;
}

function captureLog() {
  const destination = new PassThrough();
  const chunks: string[] = [];
  destination.on('data', (chunk: Buffer) => chunks.push(chunk.toString()));
  return { log: createLog({ levels: { root: 'trace' }, destination }), logged: () => chunks.join('') };
}

/** Not `fetch`, which takes three times the processor time, half of that of most tests over HTTP. */
async function send(url: string, method: string, options: RequestOptions): Promise<TestAnswer> {
  const answer = await request(url, {
    method,
    headers: { Accept: '*/*', ...credentials(options), ...contentType(options), ...options.headers },
    ...payload(options),
  });
  const text = await answer.body.text();
  return { status: answer.statusCode, headers: toHeaders(answer.headers), text, body: parse(text) };
}

function toHeaders(headers: IncomingHttpHeaders): Headers {
  const all = new Headers();
  for (const [name, values = []] of Object.entries(headers))
    for (const value of [values].flat()) all.append(name, value);
  return all;
}

function credentials({ token, apiKey }: RequestOptions): Record<string, string> {
  return {
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    ...(apiKey ? { 'X-Api-Key': apiKey } : {}),
  };
}

function contentType({ body, form }: RequestOptions): Record<string, string> {
  if (form) return { 'Content-Type': 'application/x-www-form-urlencoded;charset=UTF-8' };
  if (body === undefined) return {};
  return { 'Content-Type': isRaw(body) ? 'text/plain' : 'application/json' };
}

function payload({ body, form }: RequestOptions): { body?: RawBody } {
  if (form) return { body: new URLSearchParams(form).toString() };
  if (body === undefined) return {};
  return { body: isRaw(body) ? body : JSON.stringify(body) };
}

type RawBody = string | Uint8Array<ArrayBuffer>;

function isRaw(body: unknown): body is RawBody {
  return typeof body === 'string' || body instanceof Uint8Array;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
