import type { KeyWriter } from '../key/key-writer.ts';
import { writeNumberList } from './number-list.ts';

/** Haskell packages: dotted numbers. Key: the numbers. */
export function writeHackageKey(writer: KeyWriter, version: string): boolean {
  return writeNumberList(writer, version, '.');
}
