import { type JsonObject, toObject } from '../../../platform/read-json.ts';
import type { RunSession } from '../run-session.ts';
import { UnreadableDataError } from '../unreadable-data-error.ts';

/** Records the content of a feed or page. Returns its other members. */
export async function readNvdDocument(
  session: RunSession,
  path: string,
  sha256: string | undefined,
  phase = 'recording',
): Promise<{ readonly header: JsonObject; readonly count: number }> {
  const reading = session.read({ kind: 'read-nvd', path, sha256 });
  let done = 0;
  let readable = 0;
  let next = await reading.next();
  try {
    for (; !next.done; next = await reading.next()) {
      if (!('records' in next.value)) continue;
      done += next.value.read;
      session.progress(phase, done);
      readable += await session.recordPacked(next.value);
    }
  } finally {
    await reading.return(undefined as never);
  }
  if (readable === 0 && done > 0) throw new UnreadableDataError('None of its records could be read.');
  return { header: toObject(next.value.header), count: next.value.count };
}
