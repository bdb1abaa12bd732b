import { execFileSync } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { temporaryDirectory } from './temporary-directory.ts';

/** Whether this user may mount a file system. Otherwise the tests of a full disk are skipped. */
export const canMount = tryToMount();

/** A file system in memory of this size. Unmounted when the test ends. */
export function mountSmallDisk(megabytes: number): string {
  const directory = temporaryDirectory();
  mount(directory, megabytes);
  onTestFinished(() => unmount(directory));
  return directory;
}

function tryToMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return explain();
  try {
    execFileSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    return explain();
  }
}

function explain(): false {
  process.stderr.write('tests of a full disk left out: this user may not mount a file system\n');
  return false;
}

function mount(directory: string, megabytes: number): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', directory]);
}

function unmount(directory: string): void {
  execFileSync('umount', ['-l', directory]);
}
