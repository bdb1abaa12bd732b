import type { KeyWriter } from '../key/key-writer.ts';
import { Mark } from '../key/mark.ts';
import { writeRelease } from '../key/release.ts';
import { isDigitAt } from '../key/scan.ts';

/** Up to Java 8: `1.8.0_131`, also written `8u131`. */
const legacy = /^1\.([0-9]+)(?:\.([0-9]+))?(?:_([0-9]+))?/;
const update = /^([0-9]+)u([0-9]+)/;
const earlyAccess = /[-+]ea(?:[-+]|$)/;

/**
 * Java runtimes: 1.8.0_131, 8u131 and 8.0.131 are equal. `-ea` is an early-access build. Build numbers are ignored.
 *
 * Key: numbers, then `before` for early access, or `end`.
 */
export function writeJvmKey(writer: KeyWriter, version: string): boolean {
  const modern = version
    .replace(legacy, (_, major: string, minor = '0', fix = '0') => `${major}.${minor}.${fix}`)
    .replace(update, '$1.0.$2');
  if (!isDigitAt(modern, 0)) return false;
  writeRelease(writer, modern, 0);
  writer.byte(earlyAccess.test(modern) ? Mark.before : Mark.end);
  return true;
}
