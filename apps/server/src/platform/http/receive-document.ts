import type { IncomingMessage } from 'node:http';
import type { Operation } from '@tallyman/contract';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { AppError } from '../errors.ts';
import { decompress } from '../files/decompress.ts';
import { type ReceivedFile, receiveFile } from '../files/received-file.ts';
import { MemberExtractor } from '../json/member-extractor.ts';
import { decodeBase64 } from './decode-base64.ts';
import { parseJsonBytes, unstorable } from './json-body.ts';
import { receiveForm } from './receive-form.ts';
import type { DocumentDestination, ReceivedBody } from './received-body.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The document in the body. Deleted after the response. */
    document?: ReceivedFile | undefined;
  }
}

/** "At most 20,000,000 characters." */
const MAX_BASE64_CHARACTERS = 20_000_000;

/**
 * Serves a route whose body contains a document: a part of a form, a Base64 member of JSON, or the whole body. The
 * document is written to a file while it arrives, decoded and decompressed. The rest is validated like any body.
 */
export function routeWithDocument(
  server: FastifyInstance,
  route: RouteOptions,
  operation: Operation & { readonly document: string },
  destination: DocumentDestination,
): void {
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.addHook('preValidation', async (request) => {
      const { rest, file } = await receive(request, operation, destination);
      request.document = file;
      request.body = Buffer.isBuffer(rest) ? await parseJsonBytes(scope, request, rest) : rest;
    });
    scope.addHook('onResponse', async (request) => request.document?.discard());
    // Otherwise the framework would decompress it, without our limits.
    scope.route({ ...route, decompress: false });
  });
}

async function receive(
  request: FastifyRequest,
  { document, consumes = 'application/json', documentTypes = [] }: Operation & { readonly document: string },
  destination: DocumentDestination,
): Promise<ReceivedBody> {
  const given = request.headers['content-type']?.toLowerCase() ?? '';
  const isBare = documentTypes.includes(given.split(';', 1)[0]?.trim() ?? '');
  if (!isBare && !given.startsWith(consumes)) {
    const types = [consumes, ...documentTypes].join(' or ');
    throw new AppError('unsupported-media-type', `Send the body as ${types}.`);
  }
  try {
    if (isBare) return await receiveBare(request.raw, destination);
    if (consumes !== 'application/json')
      return withoutNul(await receiveForm(request.raw, document, destination));
    return await receiveJson(request.raw, document, destination);
  } catch (error) {
    // The rest is read and dropped, so that the client receives the refusal.
    request.raw.resume();
    throw error;
  }
}

const ENCODINGS: Readonly<Record<string, string>> = {
  gzip: 'application/gzip',
  'x-gzip': 'application/gzip',
  zstd: 'application/zstd',
};

/** The body is the document. */
async function receiveBare(
  request: IncomingMessage,
  destination: DocumentDestination,
): Promise<ReceivedBody> {
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() || 'identity';
  const compressed = Object.hasOwn(ENCODINGS, encoding) ? ENCODINGS[encoding] : undefined;
  if (encoding !== 'identity' && compressed === undefined) {
    throw new AppError('unsupported-media-type', 'Compress the body with gzip or zstd, or not at all.');
  }
  const chunks: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
  return { rest: {}, file: await receiveFile(destination, decompress(chunks, compressed)) };
}

async function receiveJson(
  request: IncomingMessage,
  name: string,
  destination: DocumentDestination,
): Promise<ReceivedBody> {
  const extractor = new MemberExtractor(name);
  const limits = {
    name,
    maxCharacters: MAX_BASE64_CHARACTERS,
    advice: 'Send larger documents with POST as multipart/form-data.',
  };
  const file = await receiveFile(
    destination,
    decompress(decodeBase64(extractFrom(request, extractor), limits)),
  );
  if (extractor.found) return { rest: extractor.rest, file };
  await file.discard();
  return { rest: extractor.rest, file: undefined };
}

async function* extractFrom(request: IncomingMessage, extractor: MemberExtractor): AsyncGenerator<Buffer> {
  // Not destroyed when reading stops early: that would close the connection before the response.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) yield* extractor.write(chunk);
}

function withoutNul(received: ReceivedBody): ReceivedBody {
  if (Object.entries(received.rest).every((field) => !field.join().includes('\0'))) return received;
  void received.file?.discard();
  throw unstorable();
}
