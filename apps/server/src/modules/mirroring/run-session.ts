import type { Source } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { inTransaction, type Tx } from '../../platform/db/database.ts';
import type { HttpClient } from '../../platform/outgoing-http/create-http-client.ts';
import type { JsonObject } from '../../platform/read-json.ts';
import type { EpssScore } from '../vulnerabilities/aliases/alias-access.ts';
import { recordEpssScores } from '../vulnerabilities/exploitation/record-epss-scores.ts';
import { recordKevAssertions } from '../vulnerabilities/exploitation/record-kev-assertions.ts';
import { type PreparedRecord, prepareRecord } from '../vulnerabilities/prepare-record.ts';
import { recordPrepared } from '../vulnerabilities/record-vulnerabilities.ts';
import { retireRecords } from '../vulnerabilities/retire-records.ts';
import type { Asserter } from '../vulnerabilities/vulnerability-asserters.ts';
import type { VulnerabilityRecord } from '../vulnerabilities/vulnerability-record.ts';
import type { KevCatalogue } from './kev/to-kev-catalogue.ts';
import { listUnread } from './known-record-store.ts';
import {
  addToRun,
  findPosition,
  type RunCounts,
  type RunProgress,
  updateProgress,
  upsertPosition,
} from './mirror-run-store.ts';
import { type NamedRecord, type NamedRecords, toNamedRecords } from './named-records.ts';
import { type PackedRecords, releaseRecords, unpackRecords } from './read/pack-records.ts';
import type { ReaderTask } from './read/reader-task.ts';
import { type ReaderThreads, readInThread } from './read/reader-threads.ts';
import { MAX_NAMED, type UnreadableRecord } from './read/unreadable-record.ts';
import { reconcileListing } from './reconcile-listing.ts';
import type { RunSettings } from './source-settings.ts';

export interface SessionOptions {
  readonly ctx: Context;
  readonly runId: number;
  readonly source: string;
  readonly asserter: Asserter;
  readonly settings: RunSettings;
  readonly http: HttpClient;
  readonly threads: ReaderThreads;
  /** Folder of downloads while they are read. */
  readonly directory: string;
  readonly maxBytes: number;
  /** Sources that are mirrored from their publisher. */
  readonly mirrored: ReadonlySet<Source>;
  readonly signal: AbortSignal;
  /** Called with the number of committed records. */
  readonly onRecorded: (count: number) => void;
}

/** Position in a part of the source, committed together with the records. */
export interface PartPosition {
  readonly part: string;
  readonly value: object;
}

export interface ReadRecords {
  readonly records: readonly PreparedRecord[];
  readonly unreadable: readonly UnreadableRecord[];
}

interface ReadScores {
  readonly scores: readonly EpssScore[];
  readonly unreadable: readonly UnreadableRecord[];
}

interface PackedRead {
  readonly records: PackedRecords;
  readonly unreadable: readonly UnreadableRecord[];
}

/** More would block the event loop for too long. */
const LOOKED_UP_AT_ONCE = 4_000;
const PROGRESS_MS = 1_000;
const MATCHING_MS = 2_000;

/**
 * What a source uses during a run. Each batch is one transaction: the records, the position, the counts of the run,
 * and the job that matches what changed.
 */
export class RunSession {
  readonly #options: SessionOptions;
  #progress: RunProgress = { phase: 'reading', done: 0, total: undefined };
  #progressAt = 0;
  #matchingAt = 0;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  get settings(): RunSettings {
    return this.#options.settings;
  }

  get http(): HttpClient {
    return this.#options.http;
  }

  get signal(): AbortSignal {
    return this.#options.signal;
  }

  get downloads(): { readonly directory: string; readonly maxBytes: number; readonly signal: AbortSignal } {
    const { directory, maxBytes, signal } = this.#options;
    return { directory, maxBytes, signal };
  }

  now(): Date {
    return this.#options.ctx.now();
  }

  findPosition(part: string): Promise<JsonObject | undefined> {
    return findPosition(this.#options.ctx.db, this.#options.source, part);
  }

  /** Returns the indexes of the new and modified records. Call it with a few thousand at a time. */
  listUnread(records: NamedRecords): Promise<number[]> {
    return listUnread(this.#options.ctx.db, this.#options.asserter.name, records);
  }

  /** Lists the new and modified records. Stops when there are more than `max`. */
  async listUnreadUpTo(max: number, records: readonly NamedRecord[]): Promise<NamedRecord[]> {
    const unread: NamedRecord[] = [];
    for (let at = 0; at < records.length && unread.length <= max; at += LOOKED_UP_AT_ONCE) {
      const some = records.slice(at, at + LOOKED_UP_AT_ONCE);
      const indexes = await this.listUnread(toNamedRecords(some));
      unread.push(...indexes.flatMap((index) => some[index] ?? []));
    }
    return unread;
  }

  read(task: ReaderTask) {
    return readInThread(this.#options.threads, task, this.#options.signal);
  }

  /** Reports the progress of the run. Cheap: written at most once per second. */
  progress(phase: string, done: number, total?: number): void {
    const isNews = phase !== this.#progress.phase || performance.now() - this.#progressAt >= PROGRESS_MS;
    this.#progress = { phase, done, total };
    if (!isNews) return;
    this.#progressAt = performance.now();
    const { ctx, runId } = this.#options;
    updateProgress(ctx.db, runId, this.#progress).catch((error: unknown) =>
      ctx.log.debug({ err: error }, 'Writing the progress of a mirror run failed'),
    );
  }

  async recordVulnerabilities(
    records: readonly VulnerabilityRecord[],
    position?: PartPosition,
  ): Promise<void> {
    await this.recordRead({ records: records.map(prepareRecord), unreadable: [] }, position);
  }

  /** Records what a thread has read and releases its memory. Returns the number of readable records. */
  async recordPacked({ records: packed, unreadable }: PackedRead): Promise<number> {
    const records = unpackRecords(packed);
    await this.recordRead({ records, unreadable });
    releaseRecords(packed);
    return records.length;
  }

  /** Records what was read, readable or not. */
  async recordRead({ records, unreadable }: ReadRecords, position?: PartPosition): Promise<void> {
    await this.#record(position, async (tx) => {
      const { asserter, mirrored, settings } = this.#options;
      const stated = settings.syncsAliases ? records : records.map((record) => ({ ...record, aliases: [] }));
      const recorded = await recordPrepared(tx, { asserter, mirrored, now: this.now() }, stated);
      if (recorded.matchingIds.length > 0) await this.#enqueueMatching(tx);
      const { createdIds, unchanged } = recorded;
      const added = createdIds.length;
      const changed = records.length - added - unchanged;
      return { seen: records.length + unreadable.length, added, changed, unchanged, unreadable };
    });
  }

  async recordEpssScores({ scores, unreadable }: ReadScores): Promise<void> {
    await this.#record(undefined, async (tx) =>
      toCounts(scores.length, await recordEpssScores(tx, scores), unreadable),
    );
  }

  async recordKevAssertions({ entries, unreadable }: KevCatalogue, position: PartPosition): Promise<void> {
    await this.#record(position, async (tx) => {
      const changed = await recordKevAssertions(tx, this.#options.asserter, entries, this.now());
      return toCounts(entries.length, changed, unreadable);
    });
  }

  /**
   * Retires the records that a part of the source contained and that its complete listing lacks. Does nothing if so many
   * are missing that the listing must be damaged.
   */
  async reconcile(part: string, listing: readonly NamedRecords[], position: PartPosition): Promise<void> {
    const { ctx, source, asserter } = this.#options;
    await this.#record(position, async (tx) => {
      const outcome = await reconcileListing(tx, source, part, listing);
      if (!outcome.isPlausible) {
        ctx.log.warn(
          { source, part, missing: outcome.missing },
          'A listing lacks too many records, it is ignored',
        );
      }
      await retireRecords(tx, asserter, outcome.retired, this.now());
      if (outcome.retired.length > 0) await ctx.jobs.enqueue(tx, 'match-changed-vulnerabilities', {});
      return { ...toCounts(0, 0), retired: outcome.retired.length };
    });
  }

  /** Counts records that are known and need not be read. */
  async recordKnown(count: number, position?: PartPosition): Promise<void> {
    await this.#record(position, async () => toCounts(count, 0));
  }

  async #record(position: PartPosition | undefined, work: (tx: Tx) => Promise<RunCounts>): Promise<void> {
    const { ctx, runId, source, signal } = this.#options;
    signal.throwIfAborted();
    const seen = await inTransaction(ctx.db, async (tx) => {
      const counts = await work(tx);
      if (position) await upsertPosition(tx, source, position.part, position.value, this.now());
      await addToRun(tx, runId, counts, this.#progress);
      if (counts.unreadable.length > 0) this.#warn(counts.unreadable);
      return counts.seen;
    });
    this.#options.onRecorded(seen);
  }

  #warn(unreadable: readonly UnreadableRecord[]): void {
    const { ctx, source } = this.#options;
    const named = unreadable.slice(0, MAX_NAMED);
    ctx.log.warn({ source, count: unreadable.length, records: named }, 'Records could not be read');
  }

  /**
   * Enqueues matching with the first batch that changes something, but not with each of many; the end of the run
   * enqueues it again.
   */
  async #enqueueMatching(tx: Tx): Promise<void> {
    if (performance.now() - this.#matchingAt < MATCHING_MS) return;
    this.#matchingAt = performance.now();
    await this.#options.ctx.jobs.enqueue(tx, 'match-changed-vulnerabilities', {});
  }
}

function toCounts(
  readable: number,
  changed: number,
  unreadable: readonly UnreadableRecord[] = [],
): RunCounts {
  const seen = readable + unreadable.length;
  return { seen, added: 0, changed, unchanged: readable - changed, unreadable };
}
