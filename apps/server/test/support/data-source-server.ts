import { createHash } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { zipOf } from './zip-of.ts';

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** A server on loopback that publishes vulnerability data of a test. */
export class DataSourceServer {
  readonly #server: http.Server;
  readonly #files = new Map<string, Buffer>();
  readonly #handlers = new Map<string, Handler>();
  /** Every request as "GET /path". */
  readonly requests: string[] = [];
  url = '';

  private constructor() {
    this.#server = http.createServer((request, response) => void this.#answer(request, response));
  }

  static async start(): Promise<DataSourceServer> {
    const server = new DataSourceServer();
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    server.url = `http://127.0.0.1:${(server.#server.address() as AddressInfo).port}`;
    return server;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** With an ETag of its content. */
  put(path: string, content: string | Buffer): void {
    this.#files.set(path, Buffer.from(content));
  }

  remove(path: string): void {
    this.#files.delete(path);
  }

  /** A response instead of a file, until it is removed. */
  handle(path: string, handler: Handler | undefined): void {
    if (handler) this.#handlers.set(path, handler);
    else this.#handlers.delete(path);
  }

  /** An ecosystem in the layout of the OSV bucket. */
  putOsv(ecosystem: string, records: readonly OsvDocument[]): void {
    const files = Object.fromEntries(records.map((record) => [`${record.id}.json`, JSON.stringify(record)]));
    this.put(`/${ecosystem}/all.zip`, zipOf(files));
    this.putOsvList(ecosystem, records);
  }

  /** Without a new archive, which OSV publishes less often. */
  putOsvList(ecosystem: string, records: readonly OsvDocument[]): void {
    const sorted = [...records].sort((a, b) => b.modified.localeCompare(a.modified));
    this.put(
      `/${ecosystem}/modified_id.csv`,
      sorted.map(({ id, modified }) => `${modified},${id}`).join('\n'),
    );
    for (const record of records) this.put(`/${ecosystem}/${record.id}.json`, JSON.stringify(record));
  }

  /** A feed of NVD with its description. */
  putFeed(name: string, document: object, sha256?: string): void {
    const text = JSON.stringify(document);
    const sum = sha256 ?? createHash('sha256').update(text).digest('hex').toUpperCase();
    this.put(`/json/cve/2.0/nvdcve-2.0-${name}.json.gz`, gzipSync(text));
    this.put(
      `/json/cve/2.0/nvdcve-2.0-${name}.meta`,
      `lastModifiedDate:2024-01-01T00:00:00-05:00\r\nsha256:${sum}\r\n`,
    );
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = decodeURIComponent(request.url?.split('?')[0] ?? '');
    this.requests.push(`${request.method} ${path}`);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const handler = this.#handlers.get(path);
    if (handler) handler(request, response, Buffer.concat(chunks).toString());
    else sendFile(request, response, this.#files.get(path));
  }
}

export interface OsvDocument {
  readonly id: string;
  readonly modified: string;
  readonly [member: string]: unknown;
}

function sendFile(request: IncomingMessage, response: ServerResponse, file: Buffer | undefined): void {
  if (!file) {
    response.writeHead(404).end();
    return;
  }
  const etag = `"${createHash('sha1').update(file).digest('hex')}"`;
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, { etag }).end();
    return;
  }
  const from =
    request.headers['if-range'] === etag ? Number(/\d+/.exec(request.headers.range ?? '')?.[0] ?? 0) : 0;
  const rest = file.subarray(from);
  response.writeHead(from > 0 ? 206 : 200, { etag, 'content-length': rest.length }).end(rest);
}

/** A record of OSV that affects an npm package below a version. */
export function osvDocument(
  id: string,
  modified: string,
  fixed = '1.0.0',
  members: object = {},
): OsvDocument {
  return {
    id,
    modified,
    published: '2020-01-01T00:00:00Z',
    summary: `About ${id}`,
    details: 'Something is wrong.',
    affected: [
      {
        package: { ecosystem: 'npm', name: `package-${id.toLowerCase()}` },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed }] }],
      },
    ],
    ...members,
  };
}

/** A record of NVD that affects a product below a version. */
export function nvdDocument(id: string, members: object = {}) {
  return {
    cve: {
      id,
      published: '2020-01-01T00:00:00.000',
      lastModified: '2021-01-01T00:00:00.000',
      vulnStatus: 'Analyzed',
      descriptions: [
        { lang: 'es', value: 'Algo' },
        { lang: 'en', value: 'Something is wrong.' },
      ],
      configurations: [
        {
          nodes: [
            {
              operator: 'OR',
              negate: false,
              cpeMatch: [
                {
                  vulnerable: true,
                  criteria: `cpe:2.3:a:acme:${id.toLowerCase().replaceAll('-', '_')}:*:*:*:*:*:*:*:*`,
                  versionEndExcluding: '2.0',
                },
              ],
            },
          ],
        },
      ],
      ...members,
    },
  };
}

export function nvdPage(records: readonly object[], startIndex = 0, totalResults = records.length) {
  return {
    resultsPerPage: records.length,
    startIndex,
    totalResults,
    format: 'NVD_CVE',
    version: '2.0',
    timestamp: '2024-01-01T00:00:00.000',
    vulnerabilities: records,
  };
}
