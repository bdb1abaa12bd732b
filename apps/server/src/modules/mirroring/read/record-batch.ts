import type { Send } from '../../../platform/threads/serve-thread.ts';
import { isIdentifier } from '../../vulnerabilities/is-identifier.ts';
import { type PreparedRecord, prepareRecord } from '../../vulnerabilities/prepare-record.ts';
import type { VulnerabilityRecord } from '../../vulnerabilities/vulnerability-record.ts';
import { toRecordDigest } from '../to-record-digest.ts';
import { listBuffers, packRecords } from './pack-records.ts';
import type { ReaderMessage } from './reader-task.ts';
import { describeIdFault, type UnreadableRecord } from './unreadable-record.ts';

/** Small enough not to block the event loop, large enough for a transaction. */
const MAX_RECORDS = 400;
const MAX_BYTES = 2 * 1024 * 1024;

export type ToRecord = (document: unknown) => VulnerabilityRecord | undefined;

/** Collects records for one transaction. A record that cannot be read does not affect the others. */
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

  /** `nameOf` names the record if it cannot be read. */
  async add(nameOf: () => string, content: Buffer): Promise<void> {
    this.#read++;
    this.#bytes += content.length;
    const record = readRecord(this.#toRecord, nameOf, content);
    if ('reason' in record) this.#unreadable.push(record);
    else this.#records.push(record);
    if (this.#records.length >= MAX_RECORDS || this.#bytes >= MAX_BYTES) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.#read === 0) return;
    const records = packRecords(this.#records);
    const message = { records, unreadable: this.#unreadable, read: this.#read };
    this.#records = [];
    this.#unreadable = [];
    this.#read = 0;
    this.#bytes = 0;
    await this.#send(message, listBuffers(records));
  }
}

/** Never throws: an unreadable record must not fail the run. */
export function readRecord(
  toRecord: ToRecord,
  nameOf: () => string,
  content: Buffer | string,
): PreparedRecord | UnreadableRecord {
  try {
    const record = toRecord(JSON.parse(content.toString()));
    if (record === undefined || !isIdentifier(record.vulnId))
      return { record: nameOf(), reason: describeIdFault(record?.vulnId) };
    return prepareRecord({ ...record, digest: toRecordDigest(content) });
  } catch (error) {
    const isNoJson = error instanceof SyntaxError;
    const reason = isNoJson ? 'It is not valid JSON.' : `It cannot be read: ${error}`;
    return { record: nameOf(), reason };
  }
}
