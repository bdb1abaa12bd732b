import { randomUUID } from 'node:crypto';
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckResult } from '../health/health.ts';
import { findStorageFailure, type StorageFailure, toStorageError } from './storage-failure.ts';

/** A place began to fail, or has recovered. */
export interface StorageChange {
  readonly place: StorageFailure['place'];
  /** Why it fails. Absent if it has recovered. */
  readonly reason?: string;
}

interface MonitorOptions {
  /** Where requests and jobs write files. */
  readonly directory: string;
  /** Writes to the database. Called only while the database fails. */
  readonly writeToDatabase: () => Promise<void>;
  /** Called once per change. If it throws, it is called again at the next check. */
  readonly onChange: (change: StorageChange) => Promise<void>;
}

const PROBE_BYTES = 64 * 1024;

/** A disk has recovered with this much free space, or this share of a small one, so that the state does not flap. */
const FREE_BYTES = 64 * 1024 * 1024;
const FREE_SHARE = 0.1;

/** Tracks whether this node can write, from reported failures and by probing. */
export class StorageMonitor {
  readonly #options: MonitorOptions;
  readonly #failures = new Map<StorageFailure['place'], string>();
  readonly #pending: StorageChange[] = [];
  #probing: Promise<void> | undefined;

  constructor(options: MonitorOptions) {
    this.#options = options;
  }

  /** Call it with errors of requests. Errors that are not about storage are ignored. */
  report(error: unknown): void {
    const failure = findStorageFailure(error);
    if (failure === undefined) return;
    this.#record(failure.place, failure.reason);
    void this.#reportChanges();
  }

  /** Tries to write, and reports changes. */
  probe(): Promise<void> {
    this.#probing ??= this.#probe().finally(() => {
      this.#probing = undefined;
    });
    return this.#probing;
  }

  async check(): Promise<CheckResult> {
    await this.probe();
    if (this.#failures.size === 0) return { up: true };
    return { up: true, degraded: true, data: { reason: [...this.#failures.values()].join('. ') } };
  }

  async #probe(): Promise<void> {
    this.#record('files', await this.#probeFiles());
    if (this.#failures.has('database')) this.#record('database', await this.#probeDatabase());
    await this.#reportChanges();
  }

  #record(place: StorageFailure['place'], reason: string | undefined): void {
    const known = this.#failures.get(place);
    if (reason === undefined) this.#failures.delete(place);
    else this.#failures.set(place, reason);
    if ((known === undefined) === (reason === undefined)) return;
    this.#pending.push(reason === undefined ? { place } : { place, reason });
  }

  /** In order. A change that cannot be reported is retried at the next check. */
  async #reportChanges(): Promise<void> {
    for (let change = this.#pending.shift(); change !== undefined; change = this.#pending.shift()) {
      try {
        await this.#options.onChange(change);
      } catch {
        this.#pending.unshift(change);
        return;
      }
    }
  }

  async #probeFiles(): Promise<string | undefined> {
    const { directory } = this.#options;
    const path = join(directory, `probe-${randomUUID()}`);
    try {
      await mkdir(directory, { recursive: true });
      await writeFile(path, Buffer.alloc(PROBE_BYTES), { mode: 0o600 });
      const known = this.#failures.get('files');
      return known !== undefined && (await isNearlyFull(directory)) ? known : undefined;
    } catch (error) {
      const failure = findStorageFailure(toStorageError(error, directory));
      if (failure === undefined) throw error;
      return failure.reason;
    } finally {
      await rm(path, { force: true }).catch(() => {});
    }
  }

  async #probeDatabase(): Promise<string | undefined> {
    try {
      await this.#options.writeToDatabase();
      return undefined;
    } catch (error) {
      return findStorageFailure(error)?.reason ?? this.#failures.get('database');
    }
  }
}

async function isNearlyFull(directory: string): Promise<boolean> {
  const { bavail, blocks, bsize } = await statfs(directory);
  return bavail * bsize < Math.min(FREE_BYTES, blocks * bsize * FREE_SHARE);
}
