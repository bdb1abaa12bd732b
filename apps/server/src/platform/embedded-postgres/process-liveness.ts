import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { errorCode } from './error-code.ts';

/** A pid alone may be recycled; a pid with the moment its process began may not. */
export interface ProcessIdentity {
  pid: number;
  /** Opaque, equal only for the same process; null where the system does not tell. */
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
    // EPERM: it exists and belongs to somebody else.
    return errorCode(error) === 'EPERM';
  }
  return !isZombie(pid);
}

/** Is `pid` the main PostgreSQL process of this data directory, and not a stranger with a recycled pid? */
export function isPostmasterOf(pid: number, cluster: string): boolean {
  if (!isProcessAlive(pid)) return false;
  const workingDirectory = findWorkingDirectory(pid);
  // The server makes its data directory its working directory and keeps it.
  if (workingDirectory !== null) return workingDirectory === realpathSync(cluster);
  const [program = '', ...words] = listCommandWords(pid);
  return basename(program).startsWith('postgres') && words.includes(cluster);
}

/** The processes that work in this folder, as far as the system tells us. */
export function listProcessesIn(folder: string): number[] {
  return listProcesses().filter((pid) => findWorkingDirectory(pid) === folder);
}

/** The processes that were started for this folder or work in it, as far as the system tells us. */
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

/** Two fields matter: the state, and when it began in clock ticks after boot (fields 3 and 22 of stat). */
function findProcStat(pid: number): { state: string; startTicks: string } | null {
  const text = findText(`/proc/${pid}/stat`);
  if (text === null) return null;
  // The command in parentheses may hold blanks and parentheses of its own.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0] ?? '', startTicks: fields[19] ?? '' };
}

function findProcessStart(pid: number): string | null {
  const stat = findProcStat(pid);
  if (stat !== null) return `${findText('/proc/sys/kernel/random/boot_id')?.trim()}:${stat.startTicks}`;
  return findFromPs(pid, 'lstart=');
}

/** A container without an init process never reaps orphans: they still answer to signal 0. */
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

/** A process may vanish, or be hidden from us, at any moment. */
function findText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
