import http, { type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An upload as the other system understands it. */
export interface ReceivedUpload {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Text fields of the form. */
  readonly fields: Readonly<Record<string, string>>;
  readonly part: string;
  readonly fileName: string;
  readonly type: string;
  readonly bytes: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads documents of several formats
  readonly document: any;
}

interface Answer {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A test as DefectDojo lists it. */
interface DojoTest {
  readonly id: number;
  readonly engagement: number;
  readonly scan_type: string;
  readonly title: string | null;
}

export const SCAN_TYPE = 'Dependency Track Finding Packaging Format (FPF) Export';
export const KENNA_CONNECTOR = '152075';

/**
 * DefectDojo, Fortify SSC and Kenna on loopback, as far as uploads need them. They check credentials, methods and fields.
 * `secret` is the key of DefectDojo and the token of the others.
 */
export class FindingsReceiver {
  readonly uploads: ReceivedUpload[] = [];
  readonly tests: DojoTest[] = [];
  /** Paths of all requests, also refused ones. */
  readonly requested: string[] = [];
  /** Answers instead of the system. */
  intercept: ((path: string, count: number) => Answer | 'silence' | undefined) | undefined;
  /** Tests on a page of DefectDojo. */
  pageSize = 2;
  /** Origin of the next page, if it is another one. */
  nextOrigin: string | undefined;
  readonly #server = http.createServer((request, response) => {
    // A form that cannot be read is refused, unless the client is gone.
    const serving = this.#serve(request).catch((error: Error) => ({ status: 400, body: error.message }));
    void serving.then((answer: Answer | 'silence') => {
      if (answer === 'silence' || response.destroyed) return;
      response.writeHead(answer.status, answer.headers ?? {}).end(answer.body ?? '');
    });
  });
  readonly #secret: string;
  readonly #fileTokens = new Set<string>();

  constructor(secret: string) {
    this.#secret = secret;
  }

  static async start(secret: string): Promise<FindingsReceiver> {
    const receiver = new FindingsReceiver(secret);
    await new Promise<void>((resolve) => receiver.#server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  reset(): void {
    this.uploads.length = 0;
    this.tests.length = 0;
    this.requested.length = 0;
    this.intercept = undefined;
    this.nextOrigin = undefined;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(request: IncomingMessage): Promise<Answer | 'silence'> {
    const url = new URL(request.url ?? '', this.url);
    this.requested.push(`${request.method} ${url.pathname}`);
    const intercepted = this.intercept?.(url.pathname, this.requested.length);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (intercepted) return intercepted;
    const body = Buffer.concat(chunks);
    const path = `${request.method} ${url.pathname}`;
    if (path === 'GET /api/v2/tests/') return this.#listTests(request, url);
    if (path === 'POST /api/v2/import-scan/' || path === 'POST /api/v2/reimport-scan/')
      return this.#importScan(request, url, body);
    if (path === 'POST /api/v1/fileTokens') return this.#createFileToken(request, body);
    if (path === 'POST /upload/resultFileUpload.html') return this.#uploadResult(request, url, body);
    if (path === `POST /connectors/${KENNA_CONNECTOR}/data_file`)
      return this.#receiveData(request, url, body);
    return { status: 404, body: `Nothing at ${path}` };
  }

  #listTests({ headers }: IncomingMessage, { searchParams }: URL): Answer {
    if (headers.authorization !== `Token ${this.#secret}`) return { status: 401 };
    if (searchParams.get('limit') !== '100') return { status: 400 };
    const of = this.tests.filter(({ engagement }) => String(engagement) === searchParams.get('engagement'));
    const offset = Number(searchParams.get('offset') ?? 0);
    const end = offset + this.pageSize;
    const next = new URL('/api/v2/tests/', this.nextOrigin ?? this.url);
    next.search = `limit=100&engagement=${searchParams.get('engagement')}&offset=${end}`;
    const page = {
      count: of.length,
      next: end < of.length ? next.href : null,
      results: of.slice(offset, end),
    };
    return { status: 200, body: JSON.stringify(page) };
  }

  async #importScan(request: IncomingMessage, url: URL, body: Buffer): Promise<Answer> {
    if (request.headers.authorization !== `Token ${this.#secret}`) {
      return { status: 401, body: `{"detail":"Invalid token ${request.headers.authorization}"}` };
    }
    if (request.headers.accept !== 'application/json') return { status: 406 };
    const upload = await receiveUpload(request, url, body);
    const { engagement, scan_type, scan_date = '', test, do_not_reactivate } = upload.fields;
    const isReimport = url.pathname.includes('reimport');
    if (upload.part !== 'file' || scan_type !== SCAN_TYPE || !/^\d{4}-\d\d-\d\d$/.test(scan_date))
      return { status: 400, body: JSON.stringify(upload.fields) };
    if (!/^\d+$/.test(engagement ?? ''))
      return { status: 400, body: '{"engagement":["A valid integer is required."]}' };
    if (isReimport !== (test !== undefined && do_not_reactivate !== undefined)) return { status: 400 };
    this.uploads.push(upload);
    return { status: 201, body: JSON.stringify({ test_id: 5, echo: request.headers.authorization }) };
  }

  #createFileToken({ headers }: IncomingMessage, body: Buffer): Answer {
    const expected = `FortifyToken ${Buffer.from(this.#secret).toString('base64')}`;
    if (headers.authorization !== expected) return { status: 401 };
    if (JSON.parse(body.toString()).fileTokenType !== 'UPLOAD') return { status: 400 };
    const token = `file-token-${this.#fileTokens.size}`;
    this.#fileTokens.add(token);
    return { status: 201, body: JSON.stringify({ data: { token }, responseCode: 201 }) };
  }

  async #uploadResult(request: IncomingMessage, url: URL, body: Buffer): Promise<Answer> {
    const token = url.searchParams.get('mat') ?? '';
    if (!this.#fileTokens.delete(token)) return { status: 401 };
    if (url.searchParams.get('engineType') !== 'DEPENDENCY_TRACK') return { status: 400 };
    if (request.headers.accept !== 'application/xml') return { status: 406 };
    const upload = await receiveUpload(request, url, body);
    if (upload.part !== 'files[]') return { status: 400 };
    this.uploads.push(upload);
    return { status: 200, body: `<code>-10001</code><msg>Background submission succeeded ${token}</msg>` };
  }

  async #receiveData(request: IncomingMessage, url: URL, body: Buffer): Promise<Answer> {
    if (request.headers['x-risk-token'] !== this.#secret) return { status: 401 };
    const upload = await receiveUpload(request, url, body);
    if (upload.part !== 'file' || upload.fields.run !== 'true' || upload.type !== 'application/json')
      return { status: 400 };
    this.uploads.push(upload);
    return { status: 200, body: '{"success":"true","connector_run_id":1}' };
  }
}

/** Throws unless the request is a form with one file and a length. */
async function receiveUpload({ headers }: IncomingMessage, url: URL, body: Buffer): Promise<ReceivedUpload> {
  if (Number(headers['content-length']) !== body.length) throw new Error('The form has no length.');
  const contentType = headers['content-type'] ?? '';
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': contentType },
  }).formData();
  const entries = [...form.entries()];
  const files = entries.flatMap(([name, value]) =>
    typeof value === 'string' ? [] : [{ name, file: value }],
  );
  const [found] = files;
  if (!found || files.length > 1) throw new Error('The form has not exactly one file.');
  const text = await found.file.text();
  return {
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    fields: Object.fromEntries(
      entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ),
    part: found.name,
    fileName: found.file.name,
    type: found.file.type,
    bytes: Buffer.byteLength(text),
    document: JSON.parse(text),
  };
}
