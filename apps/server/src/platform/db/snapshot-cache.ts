import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Enough for the lists that people look at again and again, little beside the rest of the process. */
const MAX_CHARACTERS = 8_000_000;

interface Kept {
  readonly json: string;
}

/**
 * Keeps answers for as long as nothing in the database changed. Each use asks PostgreSQL for its current
 * snapshot, which names the transactions whose effects are visible: an equal snapshot means equal data. So an
 * answer is never older than one made anew would be, on any number of nodes, and costs one tiny query.
 */
export function createSnapshotCache<T extends Kept>(db: Db) {
  const kept = new Map<string, T>();
  let keptAt = '';
  let characters = 0;

  const forget = (snapshot: string): void => {
    kept.clear();
    characters = 0;
    keptAt = snapshot;
  };
  // Whatever is loaded after the snapshot was taken is at least as new as the snapshot says.
  const keep = (snapshot: string, key: string, value: T): void => {
    const size = key.length + value.json.length;
    if (snapshot !== keptAt || kept.has(key) || characters + size > MAX_CHARACTERS) return;
    kept.set(key, value);
    characters += size;
  };

  return async (key: string, load: () => Promise<T>): Promise<T> => {
    const snapshot = await getSnapshot(db);
    if (snapshot !== keptAt) forget(snapshot);
    const found = kept.get(key);
    if (found) return found;
    const value = await load();
    keep(snapshot, key, value);
    return value;
  };
}

async function getSnapshot(db: Db): Promise<string> {
  const { rows } = await sql<{ snapshot: string }>`select pg_current_snapshot()::text as snapshot`.execute(
    db,
  );
  return rows[0]?.snapshot ?? '';
}
