/**
 * A 53-bit hash of a JSON value that ignores the order of members: values that are equal for `uniqueItems` have equal
 * hashes. Two 32-bit lanes; members are combined by addition, which is commutative.
 */
export function structuralHash(value: unknown): number {
  lowLane = 0;
  const high = hashInto(value);
  return (high & 0x1fffff) * 4294967296 + (lowLane >>> 0);
}

// The second lane is a variable, because returning a pair would allocate for every member.
let lowLane = 0;

/** Not symmetric: mixing a into b differs from mixing b into a, which keeps the lanes independent. */
function mix(hash: number, value: number): number {
  let mixed = Math.imul(hash, 0x9e3779b1) ^ value;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

function hashString(text: string, seed: number): number {
  let high = seed ^ text.length;
  let low = Math.imul(seed, 0x85ebca6b) ^ text.length;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul(low ^ code, 0x5bd1e995);
    low ^= low >>> 13;
  }
  lowLane = mix(low, high);
  return mix(high, low);
}

function hashArray(items: readonly unknown[]): number {
  let high = 0x11 ^ items.length;
  let low = 0x22;
  for (const item of items) {
    const itemHigh = hashInto(item);
    high = mix(high, itemHigh);
    low = mix(low, lowLane);
  }
  lowLane = low;
  return high;
}

function hashObject(value: Readonly<Record<string, unknown>>): number {
  let high = 0x33;
  let low = 0x44;
  for (const key in value) {
    const keyHigh = hashString(key, 0x55);
    const keyLow = lowLane;
    const itemHigh = hashInto(value[key]);
    high = (high + mix(keyHigh, itemHigh)) | 0;
    low = (low + mix(keyLow, lowLane)) | 0;
  }
  lowLane = mix(low, high);
  return mix(high, low);
}

function hashInto(value: unknown): number {
  if (typeof value === 'string') return hashString(value, 0x66);
  if (typeof value === 'number') return hashString(String(value), 0x77);
  if (value === null || typeof value !== 'object') return hashString(String(value), 0x88);
  return Array.isArray(value) ? hashArray(value) : hashObject(value as Readonly<Record<string, unknown>>);
}
