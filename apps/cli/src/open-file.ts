import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { EXIT } from './exit-codes.ts';
import { CommandError } from './failure.ts';

/** Opens a file that is read while it is sent. */
export async function openFile(path: string): Promise<Blob> {
  // A folder can be opened, but reading it fails later.
  if ((await stat(path).catch(() => undefined))?.isDirectory())
    throw new CommandError(EXIT.usage, `${path} is a folder. Choose a file in it.`);
  try {
    return await openAsBlob(path);
  } catch {
    throw unreadable(path);
  }
}

export function unreadable(path: string): CommandError {
  return new CommandError(
    EXIT.usage,
    `${path} cannot be read. Check that it is a file and that you may read it.`,
  );
}
