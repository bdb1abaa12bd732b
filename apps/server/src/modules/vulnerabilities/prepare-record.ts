import { type CopyValue, toCopyLine } from '../../platform/db/copy-text.ts';
import { cpeColumns, packageColumns, toCpeRows, toPackageRows } from './affected/to-affected-rows.ts';
import { hashOf } from './content-hash.ts';
import { isIdentifier } from './is-identifier.ts';
import { toVulnerabilityColumns, vulnerabilityColumns } from './to-vulnerability-columns.ts';
import type { VulnerabilityKey, VulnerabilityRecord } from './vulnerability-record.ts';

/**
 * A record as rows for the database, with a hash of its content. Preparing is most of the work of recording, so mirrors
 * do it in threads.
 */
export interface PreparedRecord extends VulnerabilityKey {
  /** A hash of the record. An equal hash means that nothing has to be written. */
  readonly hash: bigint;
  /** Epoch milliseconds. */
  readonly updated: number | null;
  readonly isRejected: boolean;
  /** A line for COPY with the columns `contentColumns`. */
  readonly content: Uint8Array;
  /** A line for COPY with the columns `packageColumns` for each interval. */
  readonly packages: Uint8Array;
  /** A line for COPY with the columns `cpeColumns` for each CPE. */
  readonly cpes: Uint8Array;
  readonly aliases: readonly VulnerabilityKey[];
}

/** Increment it when records are stored differently, for example with other keys. Then every record is written again. */
export const STORAGE_VERSION = 3;

export const contentColumns = ['content_hash', ...vulnerabilityColumns] as const;

export function prepareRecord(record: VulnerabilityRecord): PreparedRecord {
  const { source, vulnId, updated, rejected, packages = [], cpes = [], digest } = record;
  return {
    source,
    vulnId,
    hash: digest ?? hashOf(`${STORAGE_VERSION}\n${JSON.stringify(record)}`),
    updated: updated?.getTime() ?? null,
    isRejected: rejected != null,
    content: toContent(record),
    packages: toLines(packageColumns, toPackageRows(packages)),
    cpes: toLines(cpeColumns, toCpeRows(cpes)),
    aliases: record.aliases?.filter((alias) => isIdentifier(alias.vulnId)) ?? [],
  };
}

/** Starts with a hash of the rest, so that unchanged rows are not written. */
function toContent(record: VulnerabilityRecord): Uint8Array {
  const line = toCopyLine(vulnerabilityColumns, toVulnerabilityColumns(record));
  return Buffer.from(`${hashOf(line)}\t${line}`);
}

function toLines<R extends { readonly [C in keyof R]: CopyValue }>(
  columns: readonly (keyof R & string)[],
  rows: readonly R[],
): Uint8Array {
  return Buffer.from(rows.map((row) => toCopyLine(columns, row)).join(''));
}
