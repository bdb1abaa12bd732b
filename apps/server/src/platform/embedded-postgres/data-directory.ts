import { accessSync, chmodSync, constants, mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

/**
 * Root runs the database as another user, who must be able to traverse the path. Our own folders get the execute bit (not
 * the read bit), whatever the umask: this one, its parent (svc.data.directory) and those that we create. Others are not
 * changed.
 */
export function prepareDataDirectory(dataDirectory: string): void {
  const isRoot = process.getuid?.() === 0;
  try {
    const firstCreated = mkdirSync(dataDirectory, { recursive: true, mode: isRoot ? 0o711 : 0o700 });
    if (isRoot) allowTraversal(dataDirectory, firstCreated ?? dataDirectory);
    if (isRoot) allowTraversalOfParent(dataDirectory);
    accessSync(dataDirectory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new EmbeddedPostgresError(
      `The embedded database cannot use ${dataDirectory}: ${reason}. Was it created by another user? Change its owner to ` +
        'this user, or choose another place with svc.data.directory.',
      { cause: error },
    );
  }
}

function allowTraversal(folder: string, topmost: string): void {
  const mode = statSync(folder).mode & 0o7777;
  if ((mode & 0o011) !== 0o011) chmodSync(folder, mode | 0o011);
  if (folder !== topmost) allowTraversal(dirname(folder), topmost);
}

function allowTraversalOfParent(dataDirectory: string): void {
  const parent = dirname(dataDirectory);
  const isOurs = statSync(parent).uid === process.getuid?.() && parent !== homedir();
  if (isOurs) allowTraversal(parent, parent);
}
