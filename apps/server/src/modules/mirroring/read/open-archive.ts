import { ZipArchive } from '../../../platform/files/zip-archive.ts';

/** A record of one vulnerability is some kilobytes, rarely some hundred. */
const LARGEST_RECORD = 32 * 1024 * 1024;

/** Records compress about ten to one. */
const MOST_UNPACKED = 50;
const LEAST_UNPACKED = 1024 * 1024 * 1024;

export function openArchive(path: string, maxBytes: number): ZipArchive {
  const maxTotalBytes = Math.max(maxBytes, LEAST_UNPACKED) * MOST_UNPACKED;
  return new ZipArchive(path, { maxEntryBytes: LARGEST_RECORD, maxTotalBytes });
}

export function isRecordName(name: string): boolean {
  return name.endsWith('.json') && !name.includes('__MACOSX/');
}
