/** Ids per statement: enough to be cheap, few enough not to block the event loop. */
const BLOCK = 500;

/**
 * Yields what `load` returns for each block of ids. Loads one block ahead and not more, so that memory stays flat
 * however slow the reader is.
 */
export async function* inBlocks<T>(
  ids: readonly number[],
  load: (block: readonly number[]) => Promise<T>,
  size = BLOCK,
): AsyncGenerator<T> {
  let next = ids.length > 0 ? start(load, ids.slice(0, size)) : undefined;
  for (let from = size; next; from += size) {
    const current = await next;
    next = from < ids.length ? start(load, ids.slice(from, from + size)) : undefined;
    yield current;
  }
}

/** A rejection reaches the reader that awaits the block. Without a reader it must not be unhandled. */
function start<T>(load: (block: readonly number[]) => Promise<T>, block: readonly number[]): Promise<T> {
  const loading = load(block);
  loading.catch(() => {});
  return loading;
}
