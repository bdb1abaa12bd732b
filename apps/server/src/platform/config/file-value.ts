import { closeSync, openSync, readSync } from 'node:fs';

/** Contract "Limits": a file read with `${file::<path>}` is at most 64 KiB large. */
const LARGEST_FILE_BYTES = 64 * 1024;

export type FileValue =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly why: string };

/** Contract "Authentication" 7: decoded as UTF-8, trailing white space stripped, larger than 64 KiB rejected. */
export function readFileValue(path: string): FileValue {
  try {
    const bytes = readAtMost(path, LARGEST_FILE_BYTES + 1);
    if (bytes.length > LARGEST_FILE_BYTES)
      return { ok: false, why: `the file ${path} is larger than 64 KiB` };
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes).trimEnd() };
  } catch (error) {
    return { ok: false, why: `the file ${path} ${describeFailure(error)}` };
  }
}

/** Reads no more than this: the path may name a device or a pipe of unknown size. */
function readAtMost(path: string, limit: number): Uint8Array {
  const descriptor = openSync(path, 'r');
  try {
    const buffer = new Uint8Array(limit);
    let length = 0;
    while (length < limit) {
      const count = readSync(descriptor, buffer, length, limit - length, null);
      if (count === 0) break;
      length += count;
    }
    return buffer.subarray(0, length);
  } finally {
    closeSync(descriptor);
  }
}

const FAILURES: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EACCES: 'may not be read by this user',
  EPERM: 'may not be read by this user',
  EISDIR: 'is a directory',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'is not UTF-8',
};

export function describeFailure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return FAILURES[code] ?? `cannot be read${code === '' ? '' : ` (${code})`}`;
}
