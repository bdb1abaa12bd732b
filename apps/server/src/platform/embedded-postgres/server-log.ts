import { closeSync, copyFileSync, openSync, readSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { giveToFolderOwner } from './private-file.ts';

const LIMIT = 10 * 1024 * 1024;
const ROTATION_MS = 3_600_000;

/** The log of the server: a file and not a pipe, because the server may outlive us. */
export interface ServerLog {
  path: string;
  /** Call it before a start. Returns the offset at which its output begins. */
  prepare(): number;
  openForAppending(): number;
  /** The last lines written after `offset`, for error messages. */
  tail(offset: number): string;
  /** Limits its size while the server runs. Returns a function that stops that. */
  keepBounded(): () => void;
}

export function serverLog(dataDirectory: string): ServerLog {
  const path = join(dataDirectory, 'postgres.log');
  const size = () => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const rotate = () => {
    if (size() > LIMIT) rotateFile(path);
  };
  return {
    path,
    prepare() {
      rotate();
      return size();
    },
    openForAppending() {
      const file = openSync(path, 'a', 0o600);
      giveToFolderOwner(path);
      return file;
    },
    tail: (offset) => readTail(path, Math.max(offset > size() ? 0 : offset, size() - 2_000)),
    keepBounded() {
      const timer = setInterval(rotate, ROTATION_MS).unref();
      return () => clearInterval(timer);
    },
  };
}

/** The server has the file open in append mode: after the truncation it continues at the new end. */
function rotateFile(path: string): void {
  copyFileSync(path, `${path}.1`);
  truncateSync(path);
}

function readTail(path: string, offset: number): string {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(2_000);
    const length = readSync(file, buffer, 0, buffer.length, offset);
    return buffer.toString('utf8', 0, length).trim();
  } finally {
    closeSync(file);
  }
}
