import { isDatabaseFull } from '../db/database-errors.ts';
import { AppError } from '../errors.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'no space is left on it',
  EDQUOT: 'its quota is used up',
  EFBIG: 'a file may not become larger',
  EROFS: 'it is mounted read-only',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EIO: 'the disk reports an error',
  ENOTDIR: 'a part of the path is not a folder',
  EEXIST: 'a part of the path is not a folder',
  ENOENT: 'the folder is gone',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
};

export interface StorageFailure {
  readonly place: 'files' | 'database';
  /** A sentence without the full stop. */
  readonly reason: string;
}

/** A request is refused because this node cannot write files. `failure` is for the operator. */
class StorageError extends AppError {
  readonly failure: StorageFailure;

  constructor(directory: string, code: string, cause: unknown) {
    super(
      'insufficient-storage',
      'This node cannot store files at the moment. Nothing was changed; try again later.',
      {
        headers: { 'Retry-After': '60' },
      },
    );
    this.cause = cause;
    this.failure = { place: 'files', reason: `${directory} cannot be written: ${REASONS[code]} (${code})` };
  }
}

/** The error of a file operation as a `StorageError`. Other errors are returned unchanged. */
export function toStorageError(error: unknown, directory: string): unknown {
  if (!(error instanceof Error) || error instanceof AppError) return error;
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  const isOfFile = syscall !== undefined && Object.hasOwn(REASONS, code);
  return isOfFile ? new StorageError(directory, code, error) : error;
}

/** The storage failure that an error reports, if any. */
export function findStorageFailure(error: unknown): StorageFailure | undefined {
  if (error instanceof StorageError) return error.failure;
  if (!isDatabaseFull(error)) return undefined;
  return { place: 'database', reason: 'The disk of PostgreSQL is full (53100)' };
}
