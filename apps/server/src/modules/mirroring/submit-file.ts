import { createReadStream } from 'node:fs';
import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { ReceivedFile } from '../../platform/files/received-file.ts';
import { storeFile } from '../../platform/files/stored-file-store.ts';
import { newUuid } from '../../platform/ids.ts';
import { insertRun, type MirrorRunRow } from './mirror-run-store.ts';
import type { MirrorSource } from './mirror-source.ts';

/** Accepts a file of a source's data, for networks without access to the source. It is read in the background. */
export async function submitFile(
  ctx: Context,
  source: MirrorSource,
  file: ReceivedFile,
  name: string,
  requestedBy: string,
): Promise<MirrorRunRow> {
  if (!source.readFile) {
    throw new AppError(
      'invalid',
      `Files of ${source.displayName} cannot be imported. Import files of OSV instead.`,
    );
  }
  if (file.size === 0)
    throw new AppError('invalid', 'The file is empty. Check that the download was complete.');
  return inTransaction(ctx.db, async (tx) => {
    const uuid = newUuid();
    const run = await insertRun(tx, {
      uuid,
      source: source.name,
      kind: 'IMPORT',
      requested_by: requestedBy,
      created_at: ctx.now(),
      file_id: await storeFile(tx, 'vuln-data', file, createReadStream(file.path)),
      file_name: name,
    });
    if (!run) throw new AppError('unavailable', 'The file could not be accepted. Try again.');
    const payload = { source: source.name, run: uuid };
    await ctx.jobs.enqueue(tx, 'mirror-vuln-data-source', payload, { token: uuid, priority: 'interactive' });
    return run;
  });
}
