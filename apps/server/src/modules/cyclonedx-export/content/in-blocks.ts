/** As many as one statement looks up: enough to be cheap, few enough that nobody waits for their turn. */
const BLOCK = 500;

/**
 * What `load` finds for blocks of ids. While one block is worked on the next one is being loaded; further ahead
 * nothing is, so that memory stays flat however slow the reader is.
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

/** A failure is told to whoever waits for the block; when nobody does any more it is nobody's business. */
function start<T>(load: (block: readonly number[]) => Promise<T>, block: readonly number[]): Promise<T> {
  const loading = load(block);
  loading.catch(() => {});
  return loading;
}
