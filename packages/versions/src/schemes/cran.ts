import type { KeyWriter } from '../key/key-writer.ts';
import { writeNumberList } from './number-list.ts';

/** R packages: numbers between dots and hyphens, which mean the same. Key: the numbers. */
export function writeCranKey(writer: KeyWriter, version: string): boolean {
  return writeNumberList(writer, version, '.-');
}
