import { evaluationError } from '../cel-error.ts';
import { func, type Overload } from '../function.ts';
import { formatDuration, formatTimestamp, parseDuration, parseTimestamp } from '../time-text.ts';
import {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  parameter,
  STRING,
  TIMESTAMP,
  typeOf,
  UINT,
} from '../type.ts';
import { type Duration, floorDivide, isInt64, isUint64, Timestamp, Uint } from '../value.ts';
import { valueType } from '../value-type.ts';

const A = parameter('A');

function intOf(value: bigint, what = 'int'): bigint {
  if (!isInt64(value)) throw evaluationError(`range error: ${what}`);
  return value;
}

function uintOf(value: bigint): Uint {
  if (!isUint64(value)) throw evaluationError('range error: uint');
  return new Uint(value);
}

/** The bounds are exclusive: the nearest doubles are the limits themselves. */
function truncate(value: number, from: number, to: number): bigint {
  if (!(value > from && value < to)) throw evaluationError('range error');
  return BigInt(Math.trunc(value));
}

function readInteger(text: string): bigint {
  if (!/^[+-]?\d{1,30}$/.test(text)) throw evaluationError(`no integer: ${text.slice(0, 50)}`);
  return BigInt(text.replace(/^\+/, ''));
}

function readDouble(text: string): number {
  if (/^[+-]?(inf|infinity)$/i.test(text)) return text.startsWith('-') ? -Infinity : Infinity;
  if (/^[+-]?nan$/i.test(text)) return Number.NaN;
  if (text.length > 100 || !/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text)) {
    throw evaluationError(`no number: ${text.slice(0, 50)}`);
  }
  return Number(text);
}

const TRUE = new Set(['1', 't', 'true', 'TRUE', 'True']);
const FALSE = new Set(['0', 'f', 'false', 'FALSE', 'False']);

function readBool(text: string): boolean {
  if (TRUE.has(text)) return true;
  if (FALSE.has(text)) return false;
  throw evaluationError(`no bool: ${text.slice(0, 50)}`);
}

function formatDouble(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  return Object.is(value, -0) ? '-0' : String(value);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw evaluationError('invalid UTF-8');
  }
}

const same = (_: unknown, value: never): unknown => value;

export const CONVERSIONS: readonly Overload[] = [
  func('int', [INT], INT, same),
  func('int', [UINT], INT, (_, value: Uint) => intOf(value.value)),
  func('int', [DOUBLE], INT, (_, value: number) => truncate(value, -(2 ** 63), 2 ** 63)),
  func('int', [STRING], INT, (_, value: string) => intOf(readInteger(value))),
  func('int', [TIMESTAMP], INT, (_, value: Timestamp) => floorDivide(value.nanos, 1_000_000_000n)),
  func('uint', [UINT], UINT, same),
  func('uint', [INT], UINT, (_, value: bigint) => uintOf(value)),
  func('uint', [DOUBLE], UINT, (_, value: number) => uintOf(truncate(value, -1, 2 ** 64))),
  func('uint', [STRING], UINT, (_, value: string) => uintOf(readInteger(value))),
  func('double', [DOUBLE], DOUBLE, same),
  func('double', [INT], DOUBLE, (_, value: bigint) => Number(value)),
  func('double', [UINT], DOUBLE, (_, value: Uint) => Number(value.value)),
  func('double', [STRING], DOUBLE, (_, value: string) => readDouble(value)),
  func('string', [STRING], STRING, same),
  func('string', [INT], STRING, (_, value: bigint) => String(value)),
  func('string', [UINT], STRING, (_, value: Uint) => String(value.value)),
  func('string', [DOUBLE], STRING, (_, value: number) => formatDouble(value)),
  func('string', [BOOL], STRING, (_, value: boolean) => String(value)),
  func('string', [BYTES], STRING, (evaluation, value: Uint8Array) => {
    evaluation.spendOn(value.length);
    return decode(value);
  }),
  func('string', [TIMESTAMP], STRING, (_, value: Timestamp) => formatTimestamp(value)),
  func('string', [DURATION], STRING, (_, value: Duration) => formatDuration(value)),
  func('bytes', [BYTES], BYTES, same),
  func('bytes', [STRING], BYTES, (evaluation, value: string) => {
    evaluation.spendOn(value.length);
    return new TextEncoder().encode(value);
  }),
  func('bool', [BOOL], BOOL, same),
  func('bool', [STRING], BOOL, (_, value: string) => readBool(value)),
  func('timestamp', [TIMESTAMP], TIMESTAMP, same),
  func('timestamp', [INT], TIMESTAMP, (_, value: bigint) => new Timestamp(value * 1_000_000_000n)),
  func('timestamp', [STRING], TIMESTAMP, (_, value: string) => parseTimestamp(value)),
  func('duration', [DURATION], DURATION, same),
  func('duration', [STRING], DURATION, (_, value: string) => parseDuration(value)),
  func('dyn', [A], DYN, same),
  func('type', [A], typeOf(A), (_, value: unknown) => valueType(value)),
];
