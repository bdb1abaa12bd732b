import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { findFileText } from './find-file-text.ts';

/** Content of `postmaster.pid`. Its line numbers are documented by PostgreSQL. */
export interface PostmasterFile {
  pid: number;
  port: number;
  /** `starting`, `ready`, `stopping` or empty while it is being written. */
  status: string;
}

export function findPostmasterFile(cluster: string): PostmasterFile | null {
  const lines = findFileText(join(cluster, 'postmaster.pid'))?.split('\n') ?? [];
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, port: Number(lines[3]), status: lines[7]?.trim() ?? '' };
}

export function removePostmasterFile(cluster: string): void {
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

/** Whether the running server was started with exactly these arguments. */
export function wasStartedWith(cluster: string, args: string[]): boolean {
  const quoted = args.map((arg) => ` "${arg}"`).join('');
  return findFileText(join(cluster, 'postmaster.opts'))?.trimEnd().endsWith(quoted) ?? false;
}
