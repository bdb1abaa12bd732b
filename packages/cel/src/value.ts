import { evaluationError } from './cel-error.ts';

/*
 * Values of the language in JavaScript: bool boolean, int bigint, uint Uint, double number, string string,
 * bytes Uint8Array, null null, list array, map CelMap, timestamp and duration Timestamp and Duration, a type
 * TypeValue, a message any object with a `$typeName`.
 */

export class Uint {
  readonly value: bigint;

  constructor(value: bigint) {
    this.value = value;
  }
}

/** A point in time, in nanoseconds since 1970. */
export class Timestamp {
  readonly nanos: bigint;

  constructor(nanos: bigint) {
    if (nanos < MIN_TIMESTAMP || nanos > MAX_TIMESTAMP) throw evaluationError('timestamp out of range');
    this.nanos = nanos;
  }

  static ofDate(date: Date): Timestamp {
    return new Timestamp(BigInt(date.getTime()) * 1_000_000n);
  }

  get milliseconds(): number {
    return Number(floorDivide(this.nanos, 1_000_000n));
  }
}

export class Duration {
  readonly nanos: bigint;

  constructor(nanos: bigint) {
    if (!isInt64(nanos)) throw evaluationError('duration out of range');
    this.nanos = nanos;
  }
}

export class TypeValue {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

export interface Message {
  readonly $typeName: string;
}

/** A map. Equal numbers of different types are the same key. */
export class CelMap {
  private readonly entriesByKey = new Map<unknown, readonly [key: unknown, value: unknown]>();

  static of(record: Readonly<Record<string, unknown>>): CelMap {
    const map = new CelMap();
    for (const [key, value] of Object.entries(record)) map.add(key, value);
    return map;
  }

  get size(): number {
    return this.entriesByKey.size;
  }

  /** Returns false if the key exists. */
  add(key: unknown, value: unknown): boolean {
    const canonical = canonicalKey(key);
    if (canonical === undefined || typeof key === 'number') throw evaluationError('unsupported key type');
    if (this.entriesByKey.has(canonical)) return false;
    this.entriesByKey.set(canonical, [key, value]);
    return true;
  }

  find(key: unknown): readonly [key: unknown, value: unknown] | undefined {
    const canonical = canonicalKey(key);
    return canonical === undefined ? undefined : this.entriesByKey.get(canonical);
  }

  entries(): Iterable<readonly [key: unknown, value: unknown]> {
    return this.entriesByKey.values();
  }
}

function canonicalKey(key: unknown): unknown {
  if (typeof key === 'string' || typeof key === 'boolean' || typeof key === 'bigint') return key;
  if (key instanceof Uint) return key.value;
  if (typeof key === 'number') return Number.isInteger(key) ? BigInt(key) : undefined;
  return undefined;
}

export function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && '$typeName' in value;
}

const INT_LIMIT = 2n ** 63n;
const UINT_LIMIT = 2n ** 64n;
export const isInt64 = (value: bigint): boolean => value >= -INT_LIMIT && value < INT_LIMIT;
export const isUint64 = (value: bigint): boolean => value >= 0n && value < UINT_LIMIT;

export function toInt(value: bigint): bigint {
  if (!isInt64(value)) throw evaluationError('integer overflow');
  return value;
}

export function toUint(value: bigint): Uint {
  if (!isUint64(value)) throw evaluationError('unsigned integer overflow');
  return new Uint(value);
}

export function floorDivide(value: bigint, by: bigint): bigint {
  const quotient = value / by;
  return value % by !== 0n && value < 0n !== by < 0n ? quotient - 1n : quotient;
}

/** 0001-01-01T00:00:00Z and the end of the year 9999. */
const MIN_TIMESTAMP = -62_135_596_800n * 1_000_000_000n;
const MAX_TIMESTAMP = 253_402_300_800n * 1_000_000_000n - 1n;
