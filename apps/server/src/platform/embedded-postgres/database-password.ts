import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { findFileText } from './find-file-text.ts';
import { writePrivateFile } from './private-file.ts';

export interface DatabasePassword {
  path: string;
  value: string;
  /** Created just now: an existing cluster does not have it yet. */
  isNew: boolean;
}

export function ensurePassword(dataDirectory: string): DatabasePassword {
  const path = join(dataDirectory, 'password');
  const existing = findFileText(path)?.trim() || null;
  if (existing !== null) return { path, value: existing, isNew: false };
  const value = randomBytes(24).toString('base64url');
  writePrivateFile(path, `${value}\n`);
  return { path, value, isNew: true };
}
