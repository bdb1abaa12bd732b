import { toIsoDuration } from './iso-duration.ts';
import type { Conversion } from './property.ts';

export const secondsToMilliseconds: Conversion = {
  expected: 'a whole number of seconds',
  convert: (text) => (isDigits(text) ? String(Number(text) * 1000) : undefined),
};

/** Contract, upgrade to v0.6.0: lock durations are ISO 8601 durations, not milliseconds. */
export const millisecondsToIsoDuration: Conversion = {
  expected: 'a whole number of milliseconds',
  convert: (text) => (isDigits(text) ? toIsoDuration(Number(text)) : undefined),
};

function isDigits(text: string): boolean {
  return /^\s*\d{1,12}\s*$/.test(text);
}
