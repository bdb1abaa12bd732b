import { CelMap, Duration, isMessage, type Message, Timestamp, TypeValue, Uint } from './value.ts';

/** Charged for comparing, because values may be far larger than the expression that creates them. */
interface Payer {
  spendOn(length: number): void;
}

/** Whether two values are equal. Numbers of different types compare by their value; other types are unequal. */
export function equals(left: unknown, right: unknown, payer: Payer): boolean {
  if (left === right) return true;
  if (typeof left === 'string' || typeof right === 'string') return false;
  const a = left instanceof Uint ? left.value : left;
  const b = right instanceof Uint ? right.value : right;
  if (isNumber(a) && isNumber(b)) return sameNumber(a, b);
  if (Array.isArray(a)) return Array.isArray(b) && sameElements(a, b, payer);
  if (a instanceof CelMap) return b instanceof CelMap && sameEntries(a, b, payer);
  if (a instanceof Uint8Array) return b instanceof Uint8Array && Buffer.compare(a, b) === 0;
  if (a instanceof Timestamp) return b instanceof Timestamp && a.nanos === b.nanos;
  if (a instanceof Duration) return b instanceof Duration && a.nanos === b.nanos;
  if (a instanceof TypeValue) return b instanceof TypeValue && a.name === b.name;
  return isMessage(a) && isMessage(b) && sameFields(a, b, payer);
}

/** JavaScript compares bigints with numbers exactly. */
function sameNumber(a: number | bigint, b: number | bigint): boolean {
  return a <= b && a >= b;
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'bigint' || typeof value === 'number';
}

/** As doubles, unless both are integers. NaN is unordered. */
export function compareNumbers(a: number | bigint, b: number | bigint): number {
  const asDoubles = typeof a !== typeof b;
  const left = asDoubles ? Number(a) : a;
  const right = asDoubles ? Number(b) : b;
  if (left < right) return -1;
  if (left > right) return 1;
  return left >= right ? 0 : Number.NaN;
}

function sameElements(left: readonly unknown[], right: readonly unknown[], payer: Payer): boolean {
  if (left.length !== right.length) return false;
  payer.spendOn(10 + left.length);
  return left.every((value, index) => equals(value, right[index], payer));
}

function sameEntries(left: CelMap, right: CelMap, payer: Payer): boolean {
  if (left.size !== right.size) return false;
  payer.spendOn(10 + left.size);
  for (const [key, value] of left.entries()) {
    const found = right.find(key);
    if (!found || !equals(value, found[1], payer)) return false;
  }
  return true;
}

function sameFields(left: Message, right: Message, payer: Payer): boolean {
  if (left.$typeName !== right.$typeName) return false;
  const a = new Map(Object.entries(left));
  const b = new Map(Object.entries(right));
  const keys = new Set([...a.keys(), ...b.keys()]);
  payer.spendOn(10 + keys.size);
  return [...keys].every((key) => equals(a.get(key), b.get(key), payer));
}
