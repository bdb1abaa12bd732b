import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReceivedFile } from '../files/received-file.ts';
import { newRandomUuid } from '../ids.ts';
import { HttpConnectionError, HttpTooLargeError } from './http-failure.ts';
import type { HttpHeaders } from './http-headers.ts';
import type { HttpRequest, HttpResponse } from './send-request.ts';

export interface DownloadRequest extends Omit<HttpRequest, 'accepts'> {
  readonly directory: string;
  readonly maxBytes: number;
  /** Validators of the copy that the caller has. Nothing is downloaded while they match. */
  readonly known?: Validators | undefined;
  readonly onProgress?: (bytes: number, total: number | undefined) => void;
}

/** Validators that identify a version of a file. */
export interface Validators {
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
}

export interface Downloaded {
  readonly file: ReceivedFile;
  readonly validators: Validators;
}

type WithRetries = <T>(request: HttpRequest, attempt: () => Promise<T>) => Promise<T>;

/** Returns undefined if the file has not changed since `known`. */
export async function download(
  request: DownloadRequest,
  send: (request: HttpRequest) => Promise<HttpResponse>,
  withRetries: WithRetries,
): Promise<Downloaded | undefined> {
  await mkdir(request.directory, { recursive: true });
  const path = join(request.directory, `received-${newRandomUuid()}`);
  const handle = await open(path, 'wx', 0o600);
  const discard = () => rm(path, { force: true });
  const partial = new PartialFile(handle, request);
  try {
    const isNew = await withRetries(request, async () => partial.append(await send(partial.nextRequest())));
    if (!isNew) return undefined;
    const { size, sha256, validators } = partial;
    return { file: { path, size, sha256, discard }, validators };
  } catch (error) {
    await discard();
    throw error;
  } finally {
    await handle.close();
    if (partial.isUnchanged) await discard();
  }
}

const PARTIAL_CONTENT = 206;
const NOT_MODIFIED = 304;

/** The part of a file that has arrived. */
class PartialFile {
  readonly #handle: FileHandle;
  readonly #request: DownloadRequest;
  #hash = createHash('sha256');
  #digest: Buffer | undefined;
  size = 0;
  validators: Validators = {};
  isUnchanged = false;

  constructor(handle: FileHandle, request: DownloadRequest) {
    this.#handle = handle;
    this.#request = request;
  }

  get sha256(): Buffer {
    this.#digest ??= this.#hash.digest();
    return this.#digest;
  }

  /** Requests the rest if the server can tell that the file is still the same, otherwise the whole file. */
  nextRequest(): HttpRequest {
    const { known, headers } = this.#request;
    const accepts = [NOT_MODIFIED];
    const { etag } = this.validators;
    if (this.size > 0 && etag && !etag.startsWith('W/')) {
      return {
        ...this.#request,
        accepts,
        headers: { ...headers, range: `bytes=${this.size}-`, 'if-range': etag },
      };
    }
    const conditions = {
      ...(known?.etag ? { 'if-none-match': known.etag } : {}),
      ...(known?.lastModified && !known.etag ? { 'if-modified-since': known.lastModified } : {}),
    };
    return { ...this.#request, accepts, headers: { ...headers, ...conditions } };
  }

  /** Returns false if the file has not changed. Throws if the response ends early. */
  async append({ status, headers, body }: HttpResponse): Promise<boolean> {
    if (status === NOT_MODIFIED) {
      body.dump().catch(() => {});
      this.isUnchanged = true;
      return false;
    }
    if (status !== PARTIAL_CONTENT) await this.#restart();
    this.validators = toValidators(headers);
    const total = totalOf(headers, this.size);
    const { url, maxBytes } = this.#request;
    if (total !== undefined && total > maxBytes) {
      body.destroy();
      throw new HttpTooLargeError(url, maxBytes);
    }
    try {
      for await (const chunk of body) await this.#write(chunk, total);
    } catch (error) {
      throw error instanceof HttpTooLargeError ? error : new HttpConnectionError(this.#request.url, error);
    }
    if (total !== undefined && this.size !== total) {
      const error = new Error(`${this.size} bytes arrived instead of ${total}`);
      throw new HttpConnectionError(this.#request.url, error);
    }
    return true;
  }

  async #restart(): Promise<void> {
    await this.#handle.truncate(0);
    this.#hash = createHash('sha256');
    this.size = 0;
  }

  async #write(chunk: Buffer, total: number | undefined): Promise<void> {
    const { url, maxBytes, onProgress } = this.#request;
    if (this.size + chunk.length > maxBytes) throw new HttpTooLargeError(url, maxBytes);
    await this.#handle.write(chunk, 0, chunk.length, this.size);
    this.#hash.update(chunk);
    this.size += chunk.length;
    onProgress?.(this.size, total);
  }
}

function toValidators(headers: HttpHeaders): Validators {
  return {
    ...(headers.etag ? { etag: headers.etag } : {}),
    ...(headers['last-modified'] ? { lastModified: headers['last-modified'] } : {}),
  };
}

function totalOf(headers: HttpHeaders, before: number): number | undefined {
  const length = headers['content-length'];
  return length === undefined ? undefined : before + Number(length);
}
