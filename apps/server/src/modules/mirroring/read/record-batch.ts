import type { Send } from '../../../platform/threads/serve-thread.ts';
import { type PreparedRecord, prepareRecord } from '../../vulnerabilities/prepare-record.ts';
import type { VulnerabilityRecord } from '../../vulnerabilities/vulnerability-record.ts';
import { digestOf } from '../digest-of.ts';
import type { ReaderMessage } from './reader-task.ts';

/** Small enough to be recorded without keeping the event loop busy for long, large enough to be worth a transaction. */
const MOST_RECORDS = 250;
const MOST_BYTES = 1024 * 1024;

/** Collects records until there are enough of them for a transaction. */
export class RecordBatch {
  readonly #send: Send<ReaderMessage>;
  #records: PreparedRecord[] = [];
  #read = 0;
  #bytes = 0;

  constructor(send: Send<ReaderMessage>) {
    this.#send = send;
  }

  /** `content`: what it was read from. Nothing counts as read, too. */
  async add(record: VulnerabilityRecord | undefined, content: Buffer): Promise<void> {
    this.#read++;
    this.#bytes += content.length;
    if (record !== undefined) this.#records.push(prepareRecord({ ...record, digest: digestOf(content) }));
    if (this.#records.length >= MOST_RECORDS || this.#bytes >= MOST_BYTES) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.#read === 0) return;
    const message = { records: this.#records, read: this.#read };
    this.#records = [];
    this.#read = 0;
    this.#bytes = 0;
    await this.#send(message);
  }
}
