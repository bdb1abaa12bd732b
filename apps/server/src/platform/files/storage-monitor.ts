import { randomUUID } from 'node:crypto';
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckResult } from '../health/health.ts';
import { findStorageFailure, type StorageFailure, toStorageError } from './storage-failure.ts';

/** A place began to fail, or works again. */
export interface StorageChange {
  readonly place: StorageFailure['place'];
  /** Why it fails; absent when it works again. */
  readonly reason?: string;
}

interface MonitorOptions {
  /** Where requests and jobs write files. */
  readonly directory: string;
  /** Writes something to the database. Asked only while the database is known to fail. */
  readonly writeToDatabase: () => Promise<void>;
  /** Told once per change. When it throws, it is told again with the next look. */
  readonly onChange: (change: StorageChange) => Promise<void>;
}

const PROBE_BYTES = 64 * 1024;

/** A disk counts as usable again with this much free space, or this share of a small one: it must not flap. */
const FREE_BYTES = 64 * 1024 * 1024;
const FREE_SHARE = 0.1;

/** Knows whether this node can store what it must: from failures that are reported, and by trying. */
export class StorageMonitor {
  readonly #options: MonitorOptions;
  readonly #failures = new Map<StorageFailure['place'], string>();
  readonly #untold: StorageChange[] = [];
  #looking: Promise<void> | undefined;

  constructor(options: MonitorOptions) {
    this.#options = options;
  }

  /** For errors of requests: those that are about storage count. */
  report(error: unknown): void {
    const failure = findStorageFailure(error);
    if (failure === undefined) return;
    this.#record(failure.place, failure.reason);
    void this.#tell();
  }

  /** Tries to write, and tells what changed. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async check(): Promise<CheckResult> {
    await this.look();
    if (this.#failures.size === 0) return { up: true };
    return { up: true, degraded: true, data: { reason: [...this.#failures.values()].join('. ') } };
  }

  async #look(): Promise<void> {
    this.#record('files', await this.#tryFiles());
    if (this.#failures.has('database')) this.#record('database', await this.#tryDatabase());
    await this.#tell();
  }

  #record(place: StorageFailure['place'], reason: string | undefined): void {
    const known = this.#failures.get(place);
    if (reason === undefined) this.#failures.delete(place);
    else this.#failures.set(place, reason);
    if ((known === undefined) === (reason === undefined)) return;
    this.#untold.push(reason === undefined ? { place } : { place, reason });
  }

  /** In the order in which they happened; what cannot be told now is told later. */
  async #tell(): Promise<void> {
    for (let change = this.#untold.shift(); change !== undefined; change = this.#untold.shift()) {
      try {
        await this.#options.onChange(change);
      } catch {
        this.#untold.unshift(change);
        return;
      }
    }
  }

  async #tryFiles(): Promise<string | undefined> {
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

  async #tryDatabase(): Promise<string | undefined> {
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
