import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { errorCode } from './error-code.ts';

/** A pid with the start time of its process: a pid alone may be recycled. */
export interface ProcessIdentity {
  pid: number;
  /** Opaque, equal only for the same process. Null if the system does not tell. */
  started: string | null;
}

export function identifyProcess(pid: number): ProcessIdentity {
  return { pid, started: findProcessStart(pid) };
}

export function isStillRunning(identity: ProcessIdentity): boolean {
  if (!isProcessAlive(identity.pid)) return false;
  if (identity.started === null) return true;
  const started = findProcessStart(identity.pid);
  return started === null || started === identity.started;
}

export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it exists and belongs to another user.
    return errorCode(error) === 'EPERM';
  }
  return !isZombie(pid);
}

/** Whether `pid` is the main PostgreSQL process of this data directory, and not another process with a recycled pid. */
export function isPostmasterOf(pid: number, cluster: string): boolean {
  if (!isProcessAlive(pid)) return false;
  const workingDirectory = findWorkingDirectory(pid);
  // The working directory of the server is its data directory.
  if (workingDirectory !== null) return workingDirectory === realpathSync(cluster);
  const [program = '', ...words] = listCommandWords(pid);
  return basename(program).startsWith('postgres') && words.includes(cluster);
}

/** Processes whose working directory is this folder, as far as the system tells. */
export function listProcessesIn(folder: string): number[] {
  return listProcesses().filter((pid) => findWorkingDirectory(pid) === folder);
}

/** Processes that were started for this folder or work in it, as far as the system tells. */
export function listProcessesFor(folder: string): number[] {
  const parent = realpathSync(dirname(folder));
  const names = new Set([folder, join(parent, basename(folder))]);
  const isFor = (pid: number) =>
    names.has(findWorkingDirectory(pid) ?? '') || listCommandWords(pid).some((word) => names.has(word));
  return listProcesses().filter((pid) => isFor(pid) && isProcessAlive(pid));
}

function listProcesses(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

/** The state, and the start time in clock ticks after boot (fields 3 and 22 of stat). */
function findProcStat(pid: number): { state: string; startTicks: string } | null {
  const text = findText(`/proc/${pid}/stat`);
  if (text === null) return null;
  // The command in parentheses may contain spaces and parentheses.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0] ?? '', startTicks: fields[19] ?? '' };
}

function findProcessStart(pid: number): string | null {
  const stat = findProcStat(pid);
  if (stat !== null) return `${findText('/proc/sys/kernel/random/boot_id')?.trim()}:${stat.startTicks}`;
  return findFromPs(pid, 'lstart=');
}

/** A container without an init process never reaps zombies, which still accept signal 0. */
function isZombie(pid: number): boolean {
  const state = findProcStat(pid)?.state;
  return state === 'Z' || state === 'X';
}

function findWorkingDirectory(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

function listCommandWords(pid: number): string[] {
  const commandLine = findText(`/proc/${pid}/cmdline`);
  if (commandLine !== null) return commandLine.split('\0');
  return findFromPs(pid, 'command=')?.split(' ') ?? [];
}

function findFromPs(pid: number, column: string): string | null {
  if (process.platform === 'linux' || process.platform === 'win32') return null;
  try {
    return execFileSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
}

/** A process may exit, or be inaccessible, at any time. */
function findText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
