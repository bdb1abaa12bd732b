import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { EXIT } from './exit-codes.ts';
import { CommandError } from './failure.ts';

/** A file to send: it is read while it is sent, not before. */
export async function openFile(path: string): Promise<Blob> {
  // A folder can be opened and fails only while it is read.
  if ((await stat(path).catch(() => undefined))?.isDirectory())
    throw new CommandError(EXIT.usage, `${path} is a folder. Name a file in it.`);
  try {
    return await openAsBlob(path);
  } catch {
    throw unreadable(path);
  }
}

export function unreadable(path: string): CommandError {
  return new CommandError(EXIT.usage, `${path} cannot be read. Is it a file, and may you read it?`);
}
