/**
 * Returns a function that calls `read` at most once in some milliseconds, and otherwise returns the last result. Calls at the
 * same time share one. Errors are not kept.
 */
export function cacheBriefly<T>(
  milliseconds: number,
  read: () => Promise<T>,
  now: () => number = () => performance.now(),
): () => Promise<T> {
  let last: { readonly value: Promise<T>; readonly expires: number } | undefined;
  return () => {
    if (last && now() < last.expires) return last.value;
    const value = read();
    const entry = { value, expires: now() + milliseconds };
    last = entry;
    value.catch(() => {
      if (last === entry) last = undefined;
    });
    return value;
  };
}
