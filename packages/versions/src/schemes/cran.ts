import type { KeyWriter } from '../key/key-writer.ts';
import { writeNumberList } from './number-list.ts';

/** R packages: numbers separated by dots or hyphens, which are equivalent. Key: the numbers. */
export function writeCranKey(writer: KeyWriter, version: string): boolean {
  return writeNumberList(writer, version, '.-');
}
