import type { Send } from '../../../platform/threads/serve-thread.ts';
import { isIdentifier } from '../../vulnerabilities/is-identifier.ts';
import { type PreparedRecord, prepareRecord } from '../../vulnerabilities/prepare-record.ts';
import type { VulnerabilityRecord } from '../../vulnerabilities/vulnerability-record.ts';
import { digestOf } from '../digest-of.ts';
import { memoryOf, packRecords } from './pack-records.ts';
import type { ReaderMessage } from './reader-task.ts';
import { faultOf, type UnreadableRecord } from './unreadable-record.ts';

/** Small enough to be recorded without keeping the event loop busy for long, large enough to be worth a transaction. */
const MOST_RECORDS = 400;
const MOST_BYTES = 2 * 1024 * 1024;

export type ToRecord = (document: unknown) => VulnerabilityRecord | undefined;

/** Collects records until there are enough of them for a transaction. One that cannot be read does not cost the others. */
export class RecordBatch {
  readonly #toRecord: ToRecord;
  readonly #send: Send<ReaderMessage>;
  #records: PreparedRecord[] = [];
  #unreadable: UnreadableRecord[] = [];
  #read = 0;
  #bytes = 0;

  constructor(toRecord: ToRecord, send: Send<ReaderMessage>) {
    this.#toRecord = toRecord;
    this.#send = send;
  }

  /** `nameOf` says how it is called if it cannot be read. */
  async add(nameOf: () => string, content: Buffer): Promise<void> {
    this.#read++;
    this.#bytes += content.length;
    const record = readRecord(this.#toRecord, nameOf, content);
    if ('reason' in record) this.#unreadable.push(record);
    else this.#records.push(record);
    if (this.#records.length >= MOST_RECORDS || this.#bytes >= MOST_BYTES) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.#read === 0) return;
    const records = packRecords(this.#records);
    const message = { records, unreadable: this.#unreadable, read: this.#read };
    this.#records = [];
    this.#unreadable = [];
    this.#read = 0;
    this.#bytes = 0;
    await this.#send(message, memoryOf(records));
  }
}

/** Whatever is wrong with it: the reader of a record must not bring the run down. */
export function readRecord(
  toRecord: ToRecord,
  nameOf: () => string,
  content: Buffer | string,
): PreparedRecord | UnreadableRecord {
  try {
    const record = toRecord(JSON.parse(content.toString()));
    if (record === undefined || !isIdentifier(record.vulnId))
      return { record: nameOf(), reason: faultOf(record?.vulnId) };
    return prepareRecord({ ...record, digest: digestOf(content) });
  } catch (error) {
    const isNoJson = error instanceof SyntaxError;
    const reason = isNoJson ? 'It is not valid JSON.' : `It cannot be understood: ${error}`;
    return { record: nameOf(), reason };
  }
}
