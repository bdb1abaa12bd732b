import { readFileSync } from 'node:fs';
import { errorCode } from './error-code.ts';

export function findFileText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
