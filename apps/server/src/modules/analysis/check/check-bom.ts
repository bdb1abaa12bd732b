import { join } from 'node:path';
import type { CheckedDataSource, CheckedFinding, CheckReport } from '@tallyman/contract';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { type ReceivedFile, receiveFile } from '../../../platform/files/received-file.ts';
import { presentIgnored } from '../../documents/present-ignored-violations.ts';
import { loadMatchedVulnerabilities } from '../../findings/load-matched-vulnerabilities.ts';
import { openReports } from '../../findings/record-findings.ts';
import { isValidated, requireEnabled, toValidation } from '../../settings/validation-mode.ts';
import { withoutNulls } from '../../vulnerabilities/without-nulls.ts';
import { matchComponents } from '../match-components.ts';
import {
  analyzeChecked,
  copyChecked,
  countAffected,
  countComponents,
  countFound,
  dropSameComponents,
  type FoundRow,
  listFound,
  openCheck,
} from './check-store.ts';
import type { CheckedHeader } from './check-task.ts';
import { type CheckThreads, readChecked } from './check-threads.ts';
import { presentCounts } from './present-counts.ts';

/** Returns the age of the vulnerability data. Implemented by another module. */
export type ListDataSources = () => Promise<CheckedDataSource[]>;

/** Block sizes of components and findings. They bound the memory in use. */
const MATCHED_AT_ONCE = 20_000;
const PRESENTED_AT_ONCE = 250;

interface CheckRequest {
  readonly document: ReceivedFile;
  /** Whether schema violations that do not concern the identity of components are ignored. */
  readonly lenient: boolean;
}

/**
 * Matches the components of a document without storing it. Returns a file with the report. Works in temporary tables, in
 * a read-only transaction.
 */
export async function checkBom(
  ctx: Context,
  threads: CheckThreads,
  { document, lenient }: CheckRequest,
  listDataSources: ListDataSources,
): Promise<ReceivedFile> {
  const [validated, dataSources] = await Promise.all([
    isValidated(ctx.db, []),
    listDataSources(),
    requireEnabled(ctx.db),
  ]);
  const validation = toValidation(validated, lenient);
  const task = { path: document.path, maxBytes: ctx.config['svc.bom.max-bytes'], validation };
  const directory = join(ctx.config['svc.data.directory'], 'tmp');
  return ctx.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await openReports(tx);
      await openCheck(tx);
      const header = await matchDocument(tx, threads, task);
      const answer = writeReport(tx, await summarise(tx, header, dataSources));
      return receiveFile({ directory, maxBytes: Number.MAX_SAFE_INTEGER }, answer);
    });
}

async function matchDocument(
  tx: Tx,
  threads: CheckThreads,
  task: Parameters<typeof readChecked>[1],
): Promise<CheckedHeader> {
  let [count, matched] = [0, 0];
  const match = async () => {
    await analyzeChecked(tx);
    await matchComponents(tx, { checkedFrom: matched + 1 });
    matched = count;
  };
  const header = await readChecked(threads, task, async (lines) => {
    await copyChecked(tx, lines);
    count = lines.count;
    if (count - matched >= MATCHED_AT_ONCE) await match();
  });
  if (count > matched) await match();
  await dropSameComponents(tx);
  return header;
}

async function summarise(
  tx: Tx,
  { format, specVersion, serialNumber, ignored }: CheckedHeader,
  dataSources: CheckedDataSource[],
): Promise<Omit<CheckReport, 'results'>> {
  const [fitness, affected, severities] = [
    await countComponents(tx),
    await countAffected(tx),
    await countFound(tx),
  ];
  return {
    format: format.toUpperCase(),
    specVersion,
    ...(serialNumber === undefined ? {} : { serialNumber }),
    ...presentCounts(fitness, affected, severities),
    dataSources,
    ...presentIgnored(ignored),
  };
}

async function* writeReport(tx: Tx, head: Omit<CheckReport, 'results'>): AsyncGenerator<Buffer> {
  yield Buffer.from(`${JSON.stringify(head).slice(0, -1)},"results":[`);
  let separator = '';
  for await (const rows of listFound(tx, PRESENTED_AT_ONCE)) {
    const matched = await loadMatchedVulnerabilities(tx, rows);
    const findings = rows.map((row, at) =>
      JSON.stringify({ component: presentComponent(row), ...matched[at], ...presentOthers(row) }),
    );
    yield Buffer.from(separator + findings.join(','));
    separator = ',';
  }
  yield Buffer.from(']}\n');
}

function presentOthers({ source, vuln_id, records }: FoundRow): Pick<CheckedFinding, 'alsoMatched'> {
  const others = records.filter((record) => record.source !== source || record.vulnId !== vuln_id);
  return others.length > 0 ? { alsoMatched: others.toSorted(bySourceAndId) } : {};
}

function bySourceAndId(one: FoundRow['records'][number], other: FoundRow['records'][number]): number {
  return one.source.localeCompare(other.source) || one.vulnId.localeCompare(other.vulnId);
}

function presentComponent(row: FoundRow): CheckedFinding['component'] {
  const { bom_ref: bomRef, group_name: group, name, version, purl, cpe, scope } = row;
  return { ...withoutNulls({ bomRef, group }), name, ...withoutNulls({ version, purl, cpe, scope }) };
}
