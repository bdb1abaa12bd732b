import { evaluationError } from './cel-error.ts';
import { Duration, floorDivide, Timestamp } from './value.ts';

const SECOND = 1_000_000_000n;
const UNITS: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  µs: 1_000n,
  ms: 1_000_000n,
  s: SECOND,
  m: 60n * SECOND,
  h: 3_600n * SECOND,
  // An extension of CEL: days.
  d: 86_400n * SECOND,
};
const PART = /(\d{1,20})(?:\.(\d{1,20}))?(ns|us|µs|ms|s|m|h|d)/y;
const RFC3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?([Zz]|[+-]\d\d:\d\d)$/;

/** `1h30m`, `-1.5s`, `14d`. */
export function parseDuration(text: string): Duration {
  const refused = evaluationError(`no duration: ${text.slice(0, 50)}`);
  const negative = text.startsWith('-');
  let at = negative || text.startsWith('+') ? 1 : 0;
  if (text.slice(at) === '0') return new Duration(0n);
  if (at >= text.length) throw refused;
  let nanos = 0n;
  while (at < text.length) {
    PART.lastIndex = at;
    const found = PART.exec(text);
    if (!found) throw refused;
    const [all, whole = '0', fraction = '', unit = 's'] = found;
    const scale = UNITS[unit] ?? 1n;
    nanos += BigInt(whole) * scale + (BigInt(fraction || '0') * scale) / 10n ** BigInt(fraction.length);
    at += all.length;
  }
  return new Duration(negative ? -nanos : nanos);
}

export function formatDuration({ nanos }: Duration): string {
  return `${fraction(nanos < 0n ? '-' : '', nanos < 0n ? -nanos : nanos)}s`;
}

export function parseTimestamp(text: string): Timestamp {
  const found = RFC3339.exec(text);
  if (!found) throw evaluationError(`no timestamp: ${text.slice(0, 50)}`);
  const [, , month, , , , , nanos = ''] = found;
  const milliseconds = Date.parse(text.replace(/\.\d+/, '').toUpperCase());
  if (Number.isNaN(milliseconds) || Number(month) === 0) throw evaluationError(`no timestamp: ${text}`);
  return new Timestamp(BigInt(milliseconds) * 1_000_000n + BigInt(nanos.padEnd(9, '0') || '0'));
}

export function formatTimestamp({ nanos }: Timestamp): string {
  const seconds = floorDivide(nanos, SECOND);
  const whole = new Date(Number(seconds) * 1_000).toISOString().slice(0, 19);
  return `${whole}${fraction('', nanos - seconds * SECOND).slice(1)}Z`;
}

/** Seconds without trailing zeros. */
function fraction(sign: string, nanos: bigint): string {
  const decimals = (nanos % SECOND).toString().padStart(9, '0').replace(/0+$/, '');
  return `${sign}${nanos / SECOND}${decimals && `.${decimals}`}`;
}
