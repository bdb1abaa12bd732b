import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { AppError } from '../errors.ts';
import { decompress } from '../files/decompress.ts';
import { type ReceivedFile, receiveFile, tooLarge } from '../files/received-file.ts';
import type { DocumentPlace, ReceivedBody } from './received-body.ts';

/** Names, flags, a list of tags: no field beside the document is long. */
const FIELD_LIMITS = { fieldSize: 64 * 1024, fields: 100, parts: 102, files: 1 };

/**
 * A form with the document as a part, with or without a file name. Fields without a value count as absent. Of parts
 * with the same name the first counts; the parser skips the others.
 * The parts are read with the parser itself: the framework's plugin around it logs the request's headers.
 */
export async function receiveForm(
  request: IncomingMessage,
  name: string,
  place: DocumentPlace,
): Promise<ReceivedBody> {
  const reading = readForm(request, name, place);
  try {
    await reading.finished;
    return { rest: reading.fields, file: await reading.file() };
  } catch (error) {
    request.unpipe();
    await reading.abandon();
    throw error;
  }
}

function readForm(request: IncomingMessage, name: string, place: DocumentPlace) {
  const fields: Record<string, string> = Object.create(null);
  const end = Promise.withResolvers<void>();
  const form = createParser(request, name, place.maxBytes);
  let stream: Readable | undefined;
  let receiving: Promise<ReceivedFile> | undefined;

  form.on('field', (field, value, _nameTruncated, truncated) => {
    if (truncated) end.reject(new AppError('too-large', `The field ${field} is too long.`));
    else if (field !== undefined && value !== '') fields[field] ??= value;
  });
  form.on('file', (_field, part, _fileName, _encoding, mediaType) => {
    stream = part;
    let broken: Error | undefined;
    // Nobody may be reading it (any more) when it breaks off, and an error that nobody hears ends the process. Whether
    // that is the reason is for its reader to say: who refuses a document stops reading it, which breaks it off too.
    part.on('error', (error) => {
      broken = error;
    });
    receiving = receivePart(part, mediaType, place);
    receiving.catch((error: unknown) => end.reject(error === broken ? malformed(error) : error));
  });
  form.on('fieldsLimit', () => end.reject(new AppError('too-large', 'The form has too many fields.')));
  form.on('partsLimit', () => end.reject(new AppError('too-large', 'The form has too many parts.')));
  form.on('error', (error) => end.reject(malformed(error)));
  form.on('finish', end.resolve);
  request.on('close', () => {
    if (!request.complete) end.reject(malformed(new Error('the request ended before it was complete')));
  });
  request.pipe(form);

  return {
    fields,
    finished: end.promise,
    file: async () => receiving,
    abandon: async (): Promise<void> => {
      stream?.destroy(new Error('The form is not read any further.'));
      const file = await receiving?.catch(() => undefined);
      await file?.discard();
    },
  };
}

function createParser(request: IncomingMessage, name: string, maxBytes: number) {
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': request.headers['content-type'] ?? '' },
      isPartAFile: (field) => field === name,
      limits: { ...FIELD_LIMITS, fileSize: maxBytes },
    });
  } catch (error) {
    throw malformed(error);
  }
}

async function receivePart(
  part: BusboyFileStream,
  mediaType: string,
  place: DocumentPlace,
): Promise<ReceivedFile> {
  return receiveFile(place, decompress(untruncated(part, place), mediaType));
}

async function* untruncated(part: BusboyFileStream, place: DocumentPlace): AsyncGenerator<Uint8Array> {
  yield* part;
  if (part.truncated) throw tooLarge(place);
}

function malformed(error: unknown): AppError {
  const reason = error instanceof Error ? error.message : String(error);
  return new AppError('invalid', `The body is no valid form: ${reason}.`);
}
