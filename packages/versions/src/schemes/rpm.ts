import type { KeyWriter } from '../key/key-writer.ts';
import { Mark } from '../key/mark.ts';
import { digitsEnd } from '../key/scan.ts';
import { writeLabel } from './rpm-label.ts';

/**
 * rpm: epoch, version, release. A missing epoch is zero, a missing release is below every release.
 *
 * Key: epoch, version label, then `after` and the release label if present. Parses every text.
 */
export function writeRpmKey(writer: KeyWriter, version: string): boolean {
  const colon = version.indexOf(':');
  const epochEnd = colon > 0 && digitsEnd(version, 0) === colon ? colon : -1;
  writer.number(version, 0, Math.max(epochEnd, 0));

  const lastHyphen = version.lastIndexOf('-');
  const release = lastHyphen > epochEnd ? lastHyphen : version.length;
  writeLabel(writer, version, epochEnd + 1, release);
  if (release === version.length) return true;
  writer.byte(Mark.after);
  writeLabel(writer, version, release + 1, version.length);
  return true;
}
