import { hash } from 'node:crypto';
import { READER_VERSION } from './reader-version.ts';

const OF_READER = hash('sha256', READER_VERSION, 'buffer').readBigInt64BE();

/** 64 bits of what a record is made of, and of how it is understood: what is published again is recognised by it. */
export function digestOf(content: string | Buffer): bigint {
  return BigInt.asIntN(64, hash('sha256', content, 'buffer').readBigInt64BE() ^ OF_READER);
}
