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
 * Serves a route whose body carries a document: a part of a form, or a Base64 member of JSON. The document goes
 * to a file while it arrives, decoded and decompressed; what stands beside it is validated like any body.
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
    scope.route(route);
  });
}

async function receive(
  request: FastifyRequest,
  { document, consumes = 'application/json' }: Operation & { readonly document: string },
  place: DocumentPlace,
): Promise<ReceivedBody> {
  const given = request.headers['content-type']?.toLowerCase() ?? '';
  if (!given.startsWith(consumes)) {
    throw new AppError('unsupported-media-type', `Send the body as ${consumes}.`);
  }
  try {
    if (consumes !== 'application/json') return withoutNul(await receiveForm(request.raw, document, place));
    return await receiveJson(request.raw, document, place);
  } catch (error) {
    // What still arrives is read and dropped, so that the client gets to hear why.
    request.raw.resume();
    throw error;
  }
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
