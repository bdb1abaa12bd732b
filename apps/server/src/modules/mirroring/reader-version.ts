import { STORAGE_VERSION } from '../vulnerabilities/prepare-record.ts';

/**
 * Increment when published data is mapped differently. Data read by another version is read again, even if it has not
 * changed.
 */
const UNDERSTOOD_AS = 2;

export const READER_VERSION = `${UNDERSTOOD_AS}.${STORAGE_VERSION}`;
