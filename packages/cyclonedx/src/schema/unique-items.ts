import { deepEqual } from './deep-equal.ts';
import { structuralHash } from './structural-hash.ts';

/** Below this many items comparing each pair is cheaper than hashing. */
const PAIRWISE_LIMIT = 6;

/** The index of the first item that equals an earlier one, or undefined. Linear in the size of the list. */
export function findDuplicate(items: readonly unknown[]): number | undefined {
  if (items.length < 2) return undefined;
  return items.length <= PAIRWISE_LIMIT ? findDuplicatePairwise(items) : findDuplicateByHash(items);
}

function findDuplicatePairwise(items: readonly unknown[]): number | undefined {
  for (let later = 1; later < items.length; later++) {
    for (let earlier = 0; earlier < later; earlier++) {
      if (deepEqual(items[earlier], items[later])) return later;
    }
  }
  return undefined;
}

function findDuplicateByHash(items: readonly unknown[]): number | undefined {
  const buckets = new Map<unknown, number>();
  for (const [index, item] of items.entries()) {
    const key = typeof item === 'string' ? item : structuralHash(item);
    const earlier = buckets.get(key);
    if (earlier !== undefined && deepEqual(items[earlier], item)) return index;
    if (earlier === undefined) buckets.set(key, index);
  }
  return undefined;
}

/** The list without items that equal an earlier one; the list itself when there are none. */
export function withoutDuplicates(items: readonly unknown[]): readonly unknown[] {
  if (findDuplicate(items) === undefined) return items;
  const seen = new Set<unknown>();
  return items.filter((item) => {
    const key = typeof item === 'string' ? item : structuralHash(item);
    return seen.size < seen.add(key).size;
  });
}
