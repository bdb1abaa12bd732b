import { openAsBlob } from 'node:fs';
import { EXIT } from './exit-codes.ts';
import { CommandError } from './failure.ts';

/** A file to send: it is read while it is sent, not before. */
export async function openFile(path: string): Promise<Blob> {
  try {
    return await openAsBlob(path);
  } catch {
    throw unreadable(path);
  }
}

export function unreadable(path: string): CommandError {
  return new CommandError(EXIT.usage, `${path} cannot be read. Is it a file, and may you read it?`);
}
