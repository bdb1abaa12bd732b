import { type CopyValue, toCopyLine } from '../../platform/db/copy-text.ts';
import { hashOf } from './content-hash.ts';
import { isIdentifier } from './is-identifier.ts';
import { cpeColumns, packageColumns, toCpeRows, toPackageRows } from './to-affected-rows.ts';
import { toVulnerabilityColumns, vulnerabilityColumns } from './to-vulnerability-columns.ts';
import type { VulnerabilityKey, VulnerabilityRecord } from './vulnerability-record.ts';

/**
 * A record made ready for the database: rows as it takes them, a hash of all it says. Making it is most of the work of
 * recording; mirrors do it in threads.
 */
export interface PreparedRecord extends VulnerabilityKey {
  /** 64 bits of all it says: the same again writes nothing. */
  readonly hash: bigint;
  /** Epoch milliseconds. */
  readonly updated: number | null;
  readonly isRejected: boolean;
  /** The columns `contentColumns`, as a line for COPY. */
  readonly content: Uint8Array;
  /** Of each interval the columns `packageColumns`, a line each. */
  readonly packages: Uint8Array;
  /** Of each criterion the columns `cpeColumns`, a line each. */
  readonly cpes: Uint8Array;
  readonly aliases: readonly VulnerabilityKey[];
}

/** Raised whenever records are stored differently, such as with other keys: then nothing counts as unchanged. */
export const STORED_AS = 3;

export const contentColumns = ['content_hash', ...vulnerabilityColumns] as const;

export function prepareRecord(record: VulnerabilityRecord): PreparedRecord {
  const { source, vulnId, updated, rejected, packages = [], cpes = [], digest } = record;
  return {
    source,
    vulnId,
    hash: digest ?? hashOf(`${STORED_AS}\n${JSON.stringify(record)}`),
    updated: updated?.getTime() ?? null,
    isRejected: rejected != null,
    content: toContent(record),
    packages: toLines(packageColumns, toPackageRows(packages)),
    cpes: toLines(cpeColumns, toCpeRows(cpes)),
    aliases: record.aliases?.filter((alias) => isIdentifier(alias.vulnId)) ?? [],
  };
}

/** In front stands a hash of the rest, so that a row that is as it should be is not written again. */
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
