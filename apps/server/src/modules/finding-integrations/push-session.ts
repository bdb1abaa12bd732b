import type { Context } from '../../platform/context.ts';
import { toStorableText } from '../../platform/db/storable-text.ts';
import type { ReceivedFile } from '../../platform/files/received-file.ts';
import type { HttpClient } from '../../platform/outgoing-http/create-http-client.ts';
import { describeUrl } from '../../platform/outgoing-http/http-failure.ts';
import type { StreamedBody } from '../../platform/outgoing-http/send-request.ts';
import { toMultipartBody } from '../../platform/outgoing-http/to-multipart-body.ts';
import { type JsonObject, toObject } from '../../platform/read-json.ts';
import { permanentFailure, toPushFailure } from './push-failure.ts';
import { redactSecrets } from './redact-secrets.ts';

/** A document in a temporary file. */
export interface SpooledDocument {
  readonly file: ReceivedFile;
  readonly findings: number;
}

interface SessionOptions {
  readonly http: HttpClient;
  readonly signal: AbortSignal;
  readonly now: Context['now'];
  readonly url: string;
  /** The value of the secret. */
  readonly secret: string;
  readonly settings: ReadonlyMap<string, string>;
  /** Properties of the project in the group of integrations. */
  readonly properties: ReadonlyMap<string, string>;
  readonly document: SpooledDocument;
}

/** The last request and its response, for the log. */
export interface Exchange {
  readonly url: string;
  readonly status?: number;
  readonly response?: string;
}

interface SentRequest {
  readonly method: 'GET' | 'POST';
  /** Follows the address of the integration, or is absolute. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | StreamedBody;
}

interface SentResponse {
  readonly status: number;
  /** Throws a `PushFailure` if the response is not JSON. */
  json(): JsonObject;
}

const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;
const MAX_LOGGED_CHARACTERS = 2_000;

/** What an integration uses during an attempt. Remembers the last exchange. */
export class PushSession {
  readonly #options: SessionOptions;
  readonly #secrets: string[];
  #last: Exchange | undefined;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#secrets = [options.secret];
  }

  get secret(): string {
    return this.#options.secret;
  }

  get lastExchange(): Exchange | undefined {
    return this.#last;
  }

  get url(): string {
    return this.#options.url.replace(/\/+$/, '');
  }

  now(): Date {
    return this.#options.now();
  }

  findSetting(name: string): string | undefined {
    return this.#options.settings.get(name);
  }

  findProperty(name: string): string | undefined {
    return this.#options.properties.get(name);
  }

  getProperty(name: string): string {
    const value = this.findProperty(name);
    if (value === undefined) throw permanentFailure(`The project property ${name} was removed.`);
    return value;
  }

  /** A value that must not be logged, such as a temporary token. */
  addSecret(value: string): void {
    this.#secrets.push(value);
  }

  /** Sends a form with the document. */
  sendDocument(
    { path, headers }: Omit<SentRequest, 'method' | 'body'>,
    fields: Readonly<Record<string, string>>,
    part: { readonly name: string; readonly type: string },
  ): Promise<SentResponse> {
    const { file } = this.#options.document;
    const { contentType, body } = toMultipartBody(fields, { ...part, ...file, fileName: 'findings.json' });
    return this.send({ method: 'POST', path, headers: { ...headers, 'content-type': contentType }, body });
  }

  /** Returns responses with any status. Redirects are not followed. */
  async send({ path, ...request }: SentRequest): Promise<SentResponse> {
    const { http, signal } = this.#options;
    const url = path.startsWith('/') ? `${this.url}${path}` : path;
    this.#last = { url: describeUrl(url) };
    try {
      const limits = { maxBytes: MAX_RESPONSE_BYTES, truncate: true, accepts: 'any' } as const;
      const { status, text } = await http.readText({ ...request, ...limits, url, signal });
      this.#last = { ...this.#last, status, response: this.#toLogged(text) };
      return { status, json: () => this.#parse(text) };
    } catch (error) {
      signal.throwIfAborted();
      throw toPushFailure(error);
    }
  }

  #toLogged(text: string): string {
    // A character that was cut off became another one.
    const isPartial = Buffer.byteLength(text) >= MAX_RESPONSE_BYTES - 4;
    return toStorableText(
      redactSecrets(text, this.#secrets, { maxLength: MAX_LOGGED_CHARACTERS, isPartial }),
    );
  }

  #parse(text: string): JsonObject {
    try {
      return toObject(JSON.parse(text));
    } catch {
      throw permanentFailure(`The response of ${this.#last?.url ?? this.url} is not JSON.`);
    }
  }
}
