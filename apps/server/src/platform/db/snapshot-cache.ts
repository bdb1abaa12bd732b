import { sql } from 'kysely';
import { shareNextRun } from '../share-next-run.ts';
import type { Db } from './database.ts';

/** Enough for what is looked at again and again, little beside the rest of the process. */
const MAX_SIZE = 8_000_000;

/**
 * Keeps answers for as long as nothing in the database changed. Each use asks PostgreSQL for its current
 * snapshot, which names the transactions whose effects are visible: an equal snapshot means equal data. So an
 * answer is never older than one made anew would be, on any number of nodes, and costs one tiny query, which
 * requests that come together share.
 */
export function createSnapshotCache<T>(db: Db, sizeOf: (answer: T) => number) {
  const getSnapshot = shareNextRun(() => readSnapshot(db));
  let kept = keepNothing<T>('');

  return async (key: string, load: () => Promise<T>): Promise<T> => {
    const snapshot = await getSnapshot();
    if (snapshot !== kept.snapshot) kept = keepNothing(snapshot);
    const found = kept.answers.get(key);
    if (found) return found;
    // What is loaded after a snapshot was taken is at least as new as the snapshot.
    const loading = load();
    keep(kept, key, loading, sizeOf);
    return loading;
  };
}

interface KeptAnswers<T> {
  readonly snapshot: string;
  readonly answers: Map<string, Promise<T>>;
  size: number;
}

function keepNothing<T>(snapshot: string): KeptAnswers<T> {
  return { snapshot, answers: new Map(), size: 0 };
}

/** Kept from the start, so that those who ask for the same meanwhile wait for it instead of asking again. */
function keep<T>(
  kept: KeptAnswers<T>,
  key: string,
  loading: Promise<T>,
  sizeOf: (answer: T) => number,
): void {
  kept.answers.set(key, loading);
  const settle = (answer: T): void => {
    const size = kept.size + key.length + sizeOf(answer);
    if (size > MAX_SIZE) kept.answers.delete(key);
    else kept.size = size;
  };
  loading.then(settle, () => kept.answers.delete(key));
}

/** Transaction numbers of one server, told from those of another that took over by the time it started. */
async function readSnapshot(db: Db): Promise<string> {
  const { rows } = await sql<{ snapshot: string }>`
    select concat(pg_current_snapshot(), ' ', pg_postmaster_start_time()) as snapshot`.execute(db);
  return rows[0]?.snapshot ?? '';
}
