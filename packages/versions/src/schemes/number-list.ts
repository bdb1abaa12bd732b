import type { KeyWriter } from '../key/key-writer.ts';
import { digitsEnd } from '../key/scan.ts';

/**
 * Writes numbers between single separators. Trailing zeros count: 1.0 < 1.0.0. Returns false if the text contains
 * anything else.
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
