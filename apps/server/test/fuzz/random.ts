/** Reproducible random choices: the same seed makes the same choices. */
export interface Random {
  /** From 0 to 1, exclusive. */
  next(): number;
  /** From 0 to `below`, exclusive. */
  int(below: number): number;
  chance(probability: number): boolean;
  pick<T>(values: readonly T[]): T;
  uuid(): string;
}

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (below: number) => Math.floor(next() * below);
  const hex = (digits: number) => Array.from({ length: digits }, () => int(16).toString(16)).join('');
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (values) => {
      if (values.length === 0) throw new Error('There is nothing to pick from.');
      return values[int(values.length)] as (typeof values)[number];
    },
    uuid: () => `${hex(8)}-${hex(4)}-7${hex(3)}-a${hex(3)}-${hex(12)}`,
  };
}
