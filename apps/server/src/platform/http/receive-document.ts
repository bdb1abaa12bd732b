import type { IncomingMessage } from 'node:http';
import type { Operation } from '@tallyman/contract';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { AppError } from '../errors.ts';
import { decompress } from '../files/decompress.ts';
import { type ReceivedFile, receiveFile } from '../files/received-file.ts';
import { decodeBase64 } from './decode-base64.ts';
import { parseJsonBytes, unstorable } from './json-body.ts';
import { MemberExtractor } from './member-extractor.ts';
import { receiveForm } from './receive-form.ts';
import type { DocumentPlace, ReceivedBody } from './received-body.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The document that came with the request. It is deleted when the request is answered. */
    document?: ReceivedFile | undefined;
  }
}

/** "At most 20,000,000 characters." */
const MAX_BASE64_CHARACTERS = 20_000_000;

/**
 * Serves a route whose body carries a document: a part of a form, a Base64 member of JSON, or all of it. It goes to a
 * file while it arrives, decoded and decompressed; what stands beside it is validated like any body.
 */
export function routeWithDocument(
  server: FastifyInstance,
  route: RouteOptions,
  operation: Operation & { readonly document: string },
  place: DocumentPlace,
): void {
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.addHook('preValidation', async (request) => {
      const { rest, file } = await receive(request, operation, place);
      request.document = file;
      request.body = Buffer.isBuffer(rest) ? await parseJsonBytes(scope, request, rest) : rest;
    });
    scope.addHook('onResponse', async (request) => request.document?.discard());
    // Otherwise it would be unpacked on the way, by others' limits and none of ours.
    scope.route({ ...route, decompress: false });
  });
}

async function receive(
  request: FastifyRequest,
  { document, consumes = 'application/json', documentTypes = [] }: Operation & { readonly document: string },
  place: DocumentPlace,
): Promise<ReceivedBody> {
  const given = request.headers['content-type']?.toLowerCase() ?? '';
  const isBare = documentTypes.includes(given.split(';', 1)[0]?.trim() ?? '');
  if (!isBare && !given.startsWith(consumes)) {
    const types = [consumes, ...documentTypes].join(' or ');
    throw new AppError('unsupported-media-type', `Send the body as ${types}.`);
  }
  try {
    if (isBare) return await receiveBare(request.raw, place);
    if (consumes !== 'application/json') return withoutNul(await receiveForm(request.raw, document, place));
    return await receiveJson(request.raw, document, place);
  } catch (error) {
    // What still arrives is read and dropped, so that the client gets to hear why.
    request.raw.resume();
    throw error;
  }
}

const ENCODINGS: Readonly<Record<string, string>> = {
  gzip: 'application/gzip',
  'x-gzip': 'application/gzip',
  zstd: 'application/zstd',
};

/** The body is the document, and nothing stands beside it. */
async function receiveBare(request: IncomingMessage, place: DocumentPlace): Promise<ReceivedBody> {
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() || 'identity';
  const compressed = Object.hasOwn(ENCODINGS, encoding) ? ENCODINGS[encoding] : undefined;
  if (encoding !== 'identity' && compressed === undefined) {
    throw new AppError('unsupported-media-type', 'Compress the body with gzip or zstd, or not at all.');
  }
  const chunks: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
  return { rest: {}, file: await receiveFile(place, decompress(chunks, compressed)) };
}

async function receiveJson(
  request: IncomingMessage,
  name: string,
  place: DocumentPlace,
): Promise<ReceivedBody> {
  const extractor = new MemberExtractor(name);
  const limits = {
    name,
    maxCharacters: MAX_BASE64_CHARACTERS,
    advice: 'Send larger documents with POST as multipart/form-data.',
  };
  const file = await receiveFile(place, decompress(decodeBase64(extractFrom(request, extractor), limits)));
  if (extractor.found) return { rest: extractor.rest, file };
  await file.discard();
  return { rest: extractor.rest, file: undefined };
}

async function* extractFrom(request: IncomingMessage, extractor: MemberExtractor): AsyncGenerator<Buffer> {
  // Left as it is when reading stops early: destroying it would cut the connection before the answer.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) yield* extractor.write(chunk);
}

function withoutNul(received: ReceivedBody): ReceivedBody {
  if (Object.entries(received.rest).every((field) => !field.join().includes('\0'))) return received;
  void received.file?.discard();
  throw unstorable();
}
