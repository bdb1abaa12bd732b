import { evaluationError } from '../cel-error.ts';
import { compareNumbers } from '../equals.ts';
import { func, type Overload } from '../function.ts';
import {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  INT,
  listOf,
  mapOf,
  parameter,
  STRING,
  TIMESTAMP,
  type Type,
  UINT,
} from '../type.ts';
import { type CelMap, Duration, Timestamp, toInt, toUint, Uint } from '../value.ts';

const A = parameter('A');
const B = parameter('B');

const integers = (name: string, run: (a: bigint, b: bigint) => bigint): Overload[] => [
  func(name, [INT, INT], INT, (_, a: bigint, b: bigint) => toInt(run(a, b))),
  func(name, [UINT, UINT], UINT, (_, a: Uint, b: Uint) => toUint(run(a.value, b.value))),
];

const doubles = (name: string, run: (a: number, b: number) => number): Overload =>
  func(name, [DOUBLE, DOUBLE], DOUBLE, (_, a: number, b: number) => run(a, b));

function nonZero(value: bigint, what: string): bigint {
  if (value === 0n) throw evaluationError(what);
  return value;
}

const arithmetic: Overload[] = [
  ...integers('_+_', (a, b) => a + b),
  ...integers('_-_', (a, b) => a - b),
  ...integers('_*_', (a, b) => a * b),
  ...integers('_/_', (a, b) => a / nonZero(b, 'divide by zero')),
  ...integers('_%_', (a, b) => a % nonZero(b, 'modulus by zero')),
  doubles('_+_', (a, b) => a + b),
  doubles('_-_', (a, b) => a - b),
  doubles('_*_', (a, b) => a * b),
  doubles('_/_', (a, b) => a / b),
  func('-_', [INT], INT, (_, a: bigint) => toInt(-a)),
  func('-_', [DOUBLE], DOUBLE, (_, a: number) => -a),
  func('!_', [BOOL], BOOL, (_, a: boolean) => !a),
];

const times: Overload[] = [
  func(
    '_+_',
    [TIMESTAMP, DURATION],
    TIMESTAMP,
    (_, a: Timestamp, b: Duration) => new Timestamp(a.nanos + b.nanos),
  ),
  func(
    '_+_',
    [DURATION, TIMESTAMP],
    TIMESTAMP,
    (_, a: Duration, b: Timestamp) => new Timestamp(a.nanos + b.nanos),
  ),
  func(
    '_+_',
    [DURATION, DURATION],
    DURATION,
    (_, a: Duration, b: Duration) => new Duration(a.nanos + b.nanos),
  ),
  func(
    '_-_',
    [TIMESTAMP, TIMESTAMP],
    DURATION,
    (_, a: Timestamp, b: Timestamp) => new Duration(a.nanos - b.nanos),
  ),
  func(
    '_-_',
    [TIMESTAMP, DURATION],
    TIMESTAMP,
    (_, a: Timestamp, b: Duration) => new Timestamp(a.nanos - b.nanos),
  ),
  func(
    '_-_',
    [DURATION, DURATION],
    DURATION,
    (_, a: Duration, b: Duration) => new Duration(a.nanos - b.nanos),
  ),
];

const concatenation: Overload[] = [
  func('_+_', [STRING, STRING], STRING, (evaluation, a: string, b: string) => {
    evaluation.spendOn(a.length + b.length);
    return a + b;
  }),
  func('_+_', [BYTES, BYTES], BYTES, (evaluation, a: Uint8Array, b: Uint8Array) => {
    evaluation.spendOn(a.length + b.length);
    return Uint8Array.from([...a, ...b]);
  }),
  func('_+_', [listOf(A), listOf(A)], listOf(A), (evaluation, a: unknown[], b: unknown[]) => {
    evaluation.spendOn(a.length + b.length);
    return [...a, ...b];
  }),
];

const numberOf = (value: unknown): number | bigint =>
  value instanceof Uint ? value.value : (value as number | bigint);

function order(left: unknown, right: unknown): number {
  if (typeof left === 'string') return compareText(left, right as string);
  if (left instanceof Uint8Array) return Buffer.compare(left, right as Uint8Array);
  if (left instanceof Timestamp || left instanceof Duration) {
    return compareNumbers(left.nanos, (right as Timestamp | Duration).nanos);
  }
  if (typeof left === 'boolean') return Number(left) - Number(right);
  return compareNumbers(numberOf(left), numberOf(right));
}

/** Compares by code points. JavaScript compares UTF-16 units, which differs beyond the basic plane. */
function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return /[\ud800-\udfff]/.test(a + b) ? Buffer.compare(Buffer.from(a), Buffer.from(b)) : a < b ? -1 : 1;
}

const COMPARABLE: readonly (readonly [Type, Type])[] = [
  ...[BOOL, STRING, BYTES, TIMESTAMP, DURATION].map((type) => [type, type] as const),
  ...[INT, UINT, DOUBLE].flatMap((left) => [INT, UINT, DOUBLE].map((right) => [left, right] as const)),
];

const comparison = (name: string, holds: (order: number) => boolean): Overload[] =>
  COMPARABLE.map(([left, right]) =>
    func(name, [left, right], BOOL, (evaluation, a: unknown, b: unknown) => {
      if (typeof a === 'string') evaluation.spendOn(a.length + (b as string).length);
      return holds(order(a, b));
    }),
  );

function indexList(list: readonly unknown[], index: unknown): unknown {
  const number = index instanceof Uint ? index.value : index;
  const position = typeof number === 'bigint' || Number.isInteger(number) ? Number(number) : Number.NaN;
  if (Number.isNaN(position)) throw evaluationError('invalid index');
  if (position < 0 || position >= list.length) throw evaluationError(`index out of bounds: ${position}`);
  return list[position];
}

function indexMap(map: CelMap, key: unknown): unknown {
  const found = map.find(key);
  if (!found) throw evaluationError(`no such key: ${String(key instanceof Uint ? key.value : key)}`);
  return found[1];
}

export const OPERATORS: readonly Overload[] = [
  ...arithmetic,
  ...times,
  ...concatenation,
  ...comparison('_<_', (sign) => sign < 0),
  ...comparison('_<=_', (sign) => sign <= 0),
  ...comparison('_>_', (sign) => sign > 0),
  ...comparison('_>=_', (sign) => sign >= 0),
  ...[INT, UINT, DOUBLE].map((type) =>
    func('_[_]', [listOf(A), type], A, (_, list: unknown[], index: unknown) => indexList(list, index)),
  ),
  func('_[_]', [mapOf(A, B), A], B, (_, map: CelMap, key: unknown) => indexMap(map, key)),
];
