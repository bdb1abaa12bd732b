import { randomBytes } from 'node:crypto';
import { linkSync, readlinkSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresInUseError } from './embedded-postgres-in-use-error.ts';
import { errorCode } from './error-code.ts';
import { findFileText } from './find-file-text.ts';
import { writePrivateFile } from './private-file.ts';
import { identifyProcess, isStillRunning, type ProcessIdentity } from './process-liveness.ts';

/** One supervisor per data directory. */
export interface SupervisorLock {
  release(): void;
}

interface Holder extends ProcessIdentity {
  /** The scope of `pid`: the machine, and the container in it. */
  host: string;
  namespace: string;
  since: string;
}

interface LockOptions {
  now: () => Date;
  /** Heartbeat interval: a live holder touches its lock, for contenders that cannot see its process. */
  heartbeatMs?: number;
}

const DEFAULT_HEARTBEAT_MS = 5_000;
/** Far longer than a contender waits for a heartbeat. */
const ABANDONED_MUTEX_MS = 60_000;

export async function acquireSupervisorLock(
  dataDirectory: string,
  options: LockOptions,
): Promise<SupervisorLock> {
  const path = join(dataDirectory, 'supervisor.lock');
  const heartbeatMs = options.heartbeatMs ?? DEFAULT_HEARTBEAT_MS;
  const self = describeSelf(options.now());
  const content = `${JSON.stringify(self)}\n`;
  await withMutex(`${path}.mutex`, self, async () => {
    const holder = findHolder(path);
    if (holder !== null && (await isHeld(path, holder, self, heartbeatMs))) {
      const elsewhere = holder.host === self.host ? { pid: holder.pid, since: holder.since } : holder;
      throw new EmbeddedPostgresInUseError(elsewhere, dataDirectory);
    }
    writePrivateFile(path, content);
  });
  const heartbeat = setInterval(() => touch(path), heartbeatMs).unref();
  return {
    release() {
      clearInterval(heartbeat);
      if (findFileText(path) === content) rmSync(path, { force: true });
    },
  };
}

function describeSelf(now: Date): Holder {
  return {
    ...identifyProcess(process.pid),
    host: hostname(),
    namespace: findPidNamespace(),
    since: now.toISOString(),
  };
}

function findPidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

async function isHeld(path: string, holder: Holder, self: Holder, heartbeatMs: number): Promise<boolean> {
  return isVisible(holder, self) ? isStillRunning(holder) : showsHeartbeat(path, heartbeatMs);
}

function isVisible(holder: Holder, self: Holder): boolean {
  return holder.host === self.host && holder.namespace === self.namespace;
}

/**
 * A holder in another container or on another machine (shared volume) cannot be looked up by pid. Two servers on one data
 * directory destroy it, so a contender waits for the next heartbeat before it replaces a young lock.
 */
async function showsHeartbeat(path: string, heartbeatMs: number): Promise<boolean> {
  const before = statSync(path).mtimeMs;
  if (Date.now() - before > 12 * heartbeatMs) return false;
  const deadline = Date.now() + 2.5 * heartbeatMs;
  while (Date.now() < deadline) {
    await sleep(heartbeatMs / 10);
    if (statSync(path, { throwIfNoEntry: false })?.mtimeMs !== before) return true;
  }
  return false;
}

function touch(path: string): void {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // The directory was removed. The server notices that by itself.
  }
}

/**
 * Reading the lock and replacing a stale one must be atomic: otherwise two contenders that both see a dead holder could
 * both win. A mutex of a process that died inside it is recognised and removed.
 */
async function withMutex(path: string, self: Holder, body: () => Promise<void>): Promise<void> {
  while (!tryCreate(path, self)) {
    if (isAbandoned(path, self)) rmSync(path, { force: true });
    else await sleep(20);
  }
  try {
    await body();
  } finally {
    rmSync(path, { force: true });
  }
}

function isAbandoned(mutex: string, self: Holder): boolean {
  const owner = findHolder(mutex);
  if (owner !== null && isVisible(owner, self)) return !isStillRunning(owner);
  const stat = statSync(mutex, { throwIfNoEntry: false });
  return stat !== undefined && Date.now() - stat.mtimeMs > ABANDONED_MUTEX_MS;
}

/** Atomic by a hard link: the file appears with its content, or not at all. */
function tryCreate(path: string, self: Holder): boolean {
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(temporary, JSON.stringify(self), { mode: 0o600, flag: 'wx' });
  try {
    linkSync(temporary, path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}

function findHolder(path: string): Holder | null {
  const text = findFileText(path);
  if (text === null) return null;
  try {
    const value: Holder = JSON.parse(text);
    return Number.isInteger(value.pid) ? value : null;
  } catch {
    return null;
  }
}
