import { readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** CPU seconds of a process and its threads so far; with `children`, including its child processes. */
export function cpuSeconds(pid: number, children: 'alone' | 'with-children' = 'alone'): number {
  const fields = statOf(pid);
  if (children === 'alone') return sum(fields.slice(11, 13));
  const alive = childrenOf(pid).map((child) => cpuSeconds(child));
  return sum(fields.slice(11, 15)) + alive.reduce((total, seconds) => total + seconds, 0);
}

function statOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  } catch {
    return [];
  }
}

function sum(ticks: readonly string[]): number {
  return ticks.reduce((total, tick) => total + Number(tick), 0) / TICKS_PER_SECOND;
}

export function parentOf(pid: number): number {
  return Number(statOf(pid)[1]);
}

export function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return text === '' ? [] : text.split(' ').map(Number);
}

export function residentMegabytes(pid: number): number {
  const [, resident] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
  return Math.round((Number(resident) * 4096) / 1e6);
}

/** Measures the peak resident size from now on until it is read. */
export function watchMemory(pid: number): () => number {
  let peak = residentMegabytes(pid);
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMegabytes(pid));
  }, 20);
  return () => {
    clearInterval(timer);
    return peak;
  };
}
