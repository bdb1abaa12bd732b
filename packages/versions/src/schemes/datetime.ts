import type { KeyWriter } from '../key/key-writer.ts';

const timestamp =
  /^([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt ]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]+))?(?:[Zz]|([+-])([0-9]{2}):([0-9]{2}))$/;

/** Makes the seconds of the year 0 positive in every time zone. */
const secondsBefore1970 = 62_167_219_200 + 200_000;

/**
 * Instants of RFC 3339 section 5.6, in any time zone.
 *
 * Key: seconds, then the digits of the fraction without trailing zeros.
 */
export function writeDatetimeKey(writer: KeyWriter, version: string): boolean {
  const match = timestamp.exec(version);
  if (!match) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59 || second > 60) return false;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const offset = (Number(match[9] ?? 0) * 60 + Number(match[10] ?? 0)) * (match[8] === '-' ? -60 : 60);
  writer.integer(date.getTime() / 1000 + secondsBefore1970 + hour * 3600 + minute * 60 + second - offset);
  writeFraction(writer, match[7] ?? '');
  return true;
}

function writeFraction(writer: KeyWriter, digits: string): void {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === 0x30) end--;
  writer.text(digits, 0, end);
}
