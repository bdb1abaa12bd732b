import { ZipArchive } from '../../../platform/files/zip-archive.ts';

/** A record has a few kilobytes, rarely a few hundred. */
const MAX_RECORD_BYTES = 32 * 1024 * 1024;

/** Records compress about ten to one. */
const MAX_COMPRESSION_RATIO = 50;
const MIN_ARCHIVE_BYTES = 1024 * 1024 * 1024;

export function openArchive(path: string, maxBytes: number): ZipArchive {
  const maxTotalBytes = Math.max(maxBytes, MIN_ARCHIVE_BYTES) * MAX_COMPRESSION_RATIO;
  return new ZipArchive(path, { maxEntryBytes: MAX_RECORD_BYTES, maxTotalBytes });
}

export function isRecordName(name: string): boolean {
  return name.endsWith('.json') && !name.includes('__MACOSX/');
}
