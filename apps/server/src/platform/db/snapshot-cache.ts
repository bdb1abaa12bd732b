import type { Db } from './database.ts';
import { type DatabaseSnapshot, getDatabaseSnapshot } from './database-snapshot.ts';

/** Enough for what is looked at again and again, little beside the rest of the process. */
const MAX_SIZE = 8_000_000;

/**
 * Keeps answers for as long as nothing in the database changed. Each use looks at the database's snapshot, so an
 * answer is never older than one made anew would be, on any number of nodes, and costs one tiny query. A caller
 * that does not mind an answer as of an earlier moment, such as the arrival of its request, says so by `since`.
 */
export function createSnapshotCache<T>(db: Db, sizeOf: (answer: T) => number) {
  let kept = keepNothing<T>({ id: '', askedAt: 0 });

  return async (key: string, load: () => Promise<T>, since?: number): Promise<T> => {
    const snapshot = await getDatabaseSnapshot(db, since);
    if (isSuperseded(kept.snapshot, snapshot)) kept = keepNothing(snapshot);
    const found = kept.answers.get(key);
    if (found) return found;
    // What is loaded after a snapshot was taken is at least as new as the snapshot.
    const loading = load();
    keep(kept, key, loading, sizeOf);
    return loading;
  };
}

/** Of two looks that come back in the wrong order the later one counts. */
function isSuperseded(known: DatabaseSnapshot, seen: DatabaseSnapshot): boolean {
  return seen.id !== known.id && seen.askedAt > known.askedAt;
}

interface KeptAnswers<T> {
  readonly snapshot: DatabaseSnapshot;
  readonly answers: Map<string, Promise<T>>;
  size: number;
}

function keepNothing<T>(snapshot: DatabaseSnapshot): KeptAnswers<T> {
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
