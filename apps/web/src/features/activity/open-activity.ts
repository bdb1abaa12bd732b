const listeners = new Set<() => void>();

/** Opens the panel. */
export function openActivity(): void {
  for (const listener of listeners) listener();
}

/** Calls the listener when the panel is to be opened, until the returned function is called. */
export function onOpenActivity(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
