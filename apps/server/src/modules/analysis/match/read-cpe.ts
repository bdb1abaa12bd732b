import { type Cpe, findCpe } from '@tallyman/cpe';

/** Candidates are ordered by name, so a small cache is enough. */
const MAX_CACHED = 1_000;

const known = new Map<string, Cpe | undefined>();

export function readCpe(text: string): Cpe | undefined {
  if (known.has(text)) return known.get(text);
  if (known.size >= MAX_CACHED) known.clear();
  const cpe = findCpe(text);
  known.set(text, cpe);
  return cpe;
}
