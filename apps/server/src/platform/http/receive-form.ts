import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { AppError } from '../errors.ts';
import { decompress } from '../files/decompress.ts';
import { type ReceivedFile, receiveFile, tooLarge } from '../files/received-file.ts';
import type { DocumentDestination, ReceivedBody } from './received-body.ts';

/** The other fields are short: names, flags, a list of tags. */
const FIELD_LIMITS = { fieldSize: 64 * 1024, fields: 100, parts: 102, files: 1 };

/**
 * Reads a form with the document as a part, with or without a file name. Empty fields count as absent. Of parts with the
 * same name the first counts; the parser skips the others. Uses the parser directly, because the framework's plugin logs
 * the request headers.
 */
export async function receiveForm(
  request: IncomingMessage,
  name: string,
  destination: DocumentDestination,
): Promise<ReceivedBody> {
  const reading = readForm(request, name, destination);
  try {
    await reading.finished;
    return { rest: reading.fields, file: await reading.file() };
  } catch (error) {
    request.unpipe();
    await reading.abandon();
    throw error;
  }
}

function readForm(request: IncomingMessage, name: string, destination: DocumentDestination) {
  const fields: Record<string, string> = Object.create(null);
  const end = Promise.withResolvers<void>();
  const form = createParser(request, name, destination.maxBytes);
  let stream: Readable | undefined;
  let receiving: Promise<ReceivedFile> | undefined;

  form.on('field', (field, value, _nameTruncated, truncated) => {
    if (truncated) end.reject(new AppError('too-large', `The field ${field} is too long.`));
    else if (field !== undefined && value !== '') fields[field] ??= value;
  });
  form.on('file', (_field, part, _fileName, _encoding, mediaType) => {
    stream = part;
    let broken: Error | undefined;
    // Without a listener an error would end the process, and an interrupted part may have no reader. The reader decides
    // whether this is the cause: refusing a document stops reading, which interrupts the part too.
    part.on('error', (error) => {
      broken = error;
    });
    receiving = receivePart(part, mediaType, destination);
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
      stream?.destroy(new Error('The form is not read any more.'));
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
  destination: DocumentDestination,
): Promise<ReceivedFile> {
  return receiveFile(destination, decompress(untruncated(part, destination), mediaType));
}

async function* untruncated(
  part: BusboyFileStream,
  destination: DocumentDestination,
): AsyncGenerator<Uint8Array> {
  yield* part;
  if (part.truncated) throw tooLarge(destination);
}

function malformed(error: unknown): AppError {
  const reason = error instanceof Error ? error.message : String(error);
  return new AppError('invalid', `The body is not a valid form: ${reason}.`);
}
