import type { Db } from '../../platform/db/database.ts';
import { listEntriesAfter } from './audit-store.ts';

const BATCH = 1_000;

/** Yields the whole log as JSON lines, oldest first. */
export async function* writeAuditLog(db: Db): AsyncGenerator<string> {
  let position = 0;
  for (;;) {
    const entries = await listEntriesAfter(db, position, BATCH);
    const last = entries.at(-1);
    if (!last) return;
    yield entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
    position = last.position;
  }
}
