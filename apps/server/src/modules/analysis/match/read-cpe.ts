import { type Cpe, findCpe } from '@tallyman/cpe';

/** Candidates come ordered: the same few names over and over. */
const MOST = 1_000;

const known = new Map<string, Cpe | undefined>();

export function readCpe(text: string): Cpe | undefined {
  if (known.has(text)) return known.get(text);
  if (known.size >= MOST) known.clear();
  const cpe = findCpe(text);
  known.set(text, cpe);
  return cpe;
}
