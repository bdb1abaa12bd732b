import { join } from 'node:path';
import type { Context } from '../../platform/context.ts';
import { openSnapshot } from '../../platform/db/open-snapshot.ts';
import { receiveFile } from '../../platform/files/received-file.ts';
import { Semaphore } from '../../platform/semaphore.ts';
import type { FindingIntegration } from './finding-integration.ts';
import type { SpooledDocument } from './push-session.ts';

export type SpoolDocument = (
  integration: FindingIntegration,
  projectUuid: string | undefined,
) => Promise<SpooledDocument>;

/**
 * Writes documents to files, one at a time on a node. Memory stays flat however many findings there are, a slow receiver
 * holds no connection of the database, and the length of the document is known before it is sent.
 */
export function createSpool(ctx: Context): SpoolDocument {
  const turns = new Semaphore({
    permits: 1,
    maxWaiting: 1_000,
    message: 'Too many documents wait to be written.',
  });
  return (integration, projectUuid) => turns.run(() => spoolDocument(ctx, integration, projectUuid));
}

async function spoolDocument(
  ctx: Context,
  { projectProperty, write }: FindingIntegration,
  projectUuid: string | undefined,
): Promise<SpooledDocument> {
  let findings = 0;
  const onFinding = () => {
    findings++;
  };
  const snapshot = await openSnapshot(ctx.db);
  try {
    const pieces = await write(snapshot.db, { projectProperty, projectUuid, now: ctx.now(), onFinding });
    const place = {
      directory: join(ctx.config['svc.data.directory'], 'tmp'),
      maxBytes: Number.MAX_SAFE_INTEGER,
    };
    const file = await receiveFile(place, toBytes(pieces));
    return { file, findings };
  } finally {
    await snapshot.close();
  }
}

async function* toBytes(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield Buffer.from(piece);
}
