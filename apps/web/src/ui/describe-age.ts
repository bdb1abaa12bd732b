const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'long' });

const UNITS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, ms: number])[] = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** “3 days ago”, “in 2 hours”. */
export function describeAge(at: number, now: number): string {
  const distance = at - now;
  const [unit, ms] = UNITS.find(([, size]) => Math.abs(distance) >= size) ?? ['second', 0];
  return ms === 0 ? 'just now' : RELATIVE.format(Math.trunc(distance / ms), unit);
}
