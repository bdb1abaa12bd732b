import type { KeyWriter } from '../key/key-writer.ts';
import { Mark } from '../key/mark.ts';
import { writeRelease } from '../key/release.ts';
import { digitsEnd } from '../key/scan.ts';

const dotted = /^v[0-9]+(?:\.[0-9]+)*$|^[0-9]+(?:\.[0-9]+){2,}$/;
const decimal = /^[0-9]*(?:\.[0-9]*)?$/;
const groupLength = 3;

/**
 * Perl: dotted versions (`v1.2.3`, `1.2.3`) and decimal ones, whose fraction is split into groups of three digits:
 * 1.002003 is v1.2.3, 1.5 is v1.500. Underscores are ignored.
 *
 * Key: numbers without trailing zeros, closed by `end`.
 */
export function writeCpanKey(writer: KeyWriter, version: string): boolean {
  const plain = version.replaceAll('_', '').replace(/-TRIAL$/, '');
  if (dotted.test(plain)) writeRelease(writer, plain, plain.startsWith('v') ? 1 : 0);
  else if (plain !== '' && decimal.test(plain)) writeDecimal(writer, plain);
  else return false;
  writer.byte(Mark.end);
  return true;
}

function writeDecimal(writer: KeyWriter, version: string): void {
  const whole = digitsEnd(version, 0);
  let groups = whole === 0 ? '0' : version.slice(0, whole);
  for (let i = whole + 1; i < version.length; i += groupLength) {
    groups += `.${version.slice(i, i + groupLength).padEnd(groupLength, '0')}`;
  }
  writeRelease(writer, groups, 0);
}
