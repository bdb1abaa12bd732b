import { hash } from 'node:crypto';
import { READER_VERSION } from './reader-version.ts';

const OF_READER = hash('sha256', READER_VERSION, 'buffer').readBigInt64BE();

/** Returns 64 bits of the content of a record and of the reader version, to recognise unchanged records. */
export function toRecordDigest(content: string | Buffer): bigint {
  return BigInt.asIntN(64, hash('sha256', content, 'buffer').readBigInt64BE() ^ OF_READER);
}
