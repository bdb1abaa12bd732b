import type { KeyWriter } from '../key/key-writer.ts';

/** The bytes of the text in UTF-8, without normalisation. */
export function writeLexicographicKey(writer: KeyWriter, version: string): boolean {
  writer.text(version);
  return true;
}
