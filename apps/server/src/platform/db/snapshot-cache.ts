import type { Db } from './database.ts';
import { type DatabaseSnapshot, getDatabaseSnapshot } from './database-snapshot.ts';

const MAX_SIZE = 8_000_000;

/**
 * Caches results until anything in the database changes. Each use compares the database's snapshot, so a cached result
 * is as fresh as a new one, on any number of nodes, and costs one tiny query. A caller that accepts the state of an
 * earlier time, such as the arrival of its request, passes `since`.
 */
export function createSnapshotCache<T>(db: Db, sizeOf: (answer: T) => number) {
  let kept = keepNothing<T>({ id: '', askedAt: 0 });

  return async (key: string, load: () => Promise<T>, since?: number): Promise<T> => {
    const snapshot = await getDatabaseSnapshot(db, since);
    if (isSuperseded(kept.snapshot, snapshot)) kept = keepNothing(snapshot);
    const found = kept.answers.get(key);
    if (found) return found;
    // The result is at least as new as the snapshot, which was taken before.
    const loading = load();
    keep(kept, key, loading, sizeOf);
    return loading;
  };
}

/** Snapshots may arrive in the wrong order: the one that was requested later counts. */
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

/** Cached while it loads, so that concurrent callers share it. */
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
