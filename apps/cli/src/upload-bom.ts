import { basename } from 'node:path';
import type { Client } from '@tallyman/client';
import type { BomUpload, WorkState } from '@tallyman/contract';
import { describeBytes } from './describe-bytes.ts';
import { openFile } from './open-file.ts';
import { openProgressLine, type ProgressLine } from './progress-line.ts';
import { waitForWork } from './wait-for-work.ts';

/** Fields of the upload form. */
export type UploadFields = Readonly<Record<string, string>>;

/** Sends a document and by default waits until it is processed. Returns the outcome. */
export async function uploadBom(
  client: Client,
  path: string,
  fields: UploadFields,
  wait: boolean,
): Promise<BomUpload> {
  const { bomOperations } = await import('@tallyman/contract');
  using progress = openProgressLine();
  const { token } = await send(client, path, fields, progress);
  if (wait) await waitForWork(client, token, (state) => progress.show(describeWork(path, state)));
  return (await client.call(bomOperations.getBomUpload, { params: { uuid: token } })).body;
}

async function send(client: Client, path: string, fields: UploadFields, progress: ProgressLine) {
  const { bomOperations } = await import('@tallyman/contract');
  const file = await openFile(path);
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  body.set('bom', file, basename(path));
  const onSent = (bytes: number) => progress.show(describeSending(path, bytes, file.size));
  // No time limit: the response arrives when the whole document has been sent and validated.
  const waiting = { timeoutMs: null, ...(process.stderr.isTTY ? { onSent } : {}) };
  return (await client.call(bomOperations.uploadBom, { body, ...waiting })).body;
}

function describeSending(path: string, sent: number, size: number): string {
  if (sent >= size) return `${path}: validating`;
  return `${path}: sending ${Math.floor((sent / size) * 100)} % of ${describeBytes(size)}`;
}

function describeWork(path: string, { progress }: WorkState): string {
  if (!progress) return `${path}: queued`;
  const { phase = 'processing', done, total } = progress;
  return `${path}: ${phase} ${done}${total === undefined ? '' : ` of ${total}`}`;
}
