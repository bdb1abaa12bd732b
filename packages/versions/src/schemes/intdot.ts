import type { KeyWriter } from '../key/key-writer.ts';
import { Mark } from '../key/mark.ts';
import { writeRelease } from '../key/release.ts';
import { isDigitAt } from '../key/scan.ts';

/** Dotted numbers up to the first character that is neither digit nor dot. Key: the numbers, closed by `end`. */
export function writeIntdotKey(writer: KeyWriter, version: string): boolean {
  if (!isDigitAt(version, 0)) return false;
  writeRelease(writer, version, 0);
  writer.byte(Mark.end);
  return true;
}
