import type { KeyWriter } from '../key/key-writer.ts';
import { digitsEnd } from '../key/scan.ts';

/**
 * Writes a list of numbers between single separators, each number counting: 1.0 < 1.0.0. False if anything else
 * stands in the text.
 */
export function writeNumberList(writer: KeyWriter, version: string, separators: string): boolean {
  for (let i = 0; ; i++) {
    const end = digitsEnd(version, i);
    if (end === i) return false;
    writer.number(version, i, end);
    if (end === version.length) return true;
    if (!separators.includes(version.charAt(end))) return false;
    i = end;
  }
}
