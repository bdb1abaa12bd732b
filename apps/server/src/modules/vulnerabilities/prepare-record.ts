import { toCopyLine } from '../../platform/db/copy-text.ts';
import { hashOf } from './content-hash.ts';
import { isIdentifier } from './is-identifier.ts';
import { cpeColumns, packageColumns, toCpeRows, toPackageRows } from './to-affected-rows.ts';
import { contentHashOf, toVulnerabilityColumns, vulnerabilityColumns } from './to-vulnerability-columns.ts';
import type { VulnerabilityKey, VulnerabilityRecord } from './vulnerability-record.ts';

/**
 * A record made ready for the database: rows as text, a hash of all it says. Making it is most of the work of
 * recording; mirrors do it in threads, from where these few texts travel more cheaply than what they were made of.
 */
export interface PreparedRecord extends VulnerabilityKey {
  /** 64 bits of all it says: the same again writes nothing. */
  readonly hash: bigint;
  /** Epoch milliseconds. */
  readonly updated: number | null;
  readonly isRejected: boolean;
  /** The columns `contentColumns`, as a line for COPY; so are those that follow. */
  readonly content: string;
  /** Of each interval the columns `packageColumns`. */
  readonly packages: readonly string[];
  /** Of each criterion the columns `cpeColumns`. */
  readonly cpes: readonly string[];
  readonly aliases: readonly VulnerabilityKey[];
}

/** Raised whenever records are stored differently, such as with other keys: then nothing counts as unchanged. */
export const STORED_AS = 2;

export const contentColumns = [...vulnerabilityColumns, 'content_hash'] as const;

export function prepareRecord(record: VulnerabilityRecord): PreparedRecord {
  const { source, vulnId, updated, rejected, packages = [], cpes = [], digest } = record;
  const columns = toVulnerabilityColumns(record);
  return {
    source,
    vulnId,
    hash: digest ?? hashOf(`${STORED_AS}\n${JSON.stringify(record)}`),
    updated: updated?.getTime() ?? null,
    isRejected: rejected != null,
    content: toCopyLine(contentColumns, { ...columns, content_hash: contentHashOf(columns) }),
    packages: toPackageRows(packages).map((row) => toCopyLine(packageColumns, { ...row })),
    cpes: toCpeRows(cpes).map((row) => toCopyLine(cpeColumns, { ...row })),
    aliases: record.aliases?.filter((alias) => isIdentifier(alias.vulnId)) ?? [],
  };
}
