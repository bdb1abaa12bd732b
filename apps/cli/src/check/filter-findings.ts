import type { Severity } from '@tallyman/contract';
import type { FindingRow } from '../report/finding-row.ts';
import { formatCount } from '../severities.ts';
import { type IgnoreRules, isMeant } from './ignore-file.ts';
import { settles, type VexStatement } from './vex-statements.ts';

export interface FindingFilters {
  readonly severity?: readonly Severity[] | undefined;
  readonly ignoreUnfixed?: boolean | undefined;
  readonly ignored: IgnoreRules;
  readonly vex: readonly VexStatement[];
}

/** Why findings are neither shown nor counted. */
const REASONS = ['vex', 'ignored', 'unfixed', 'severity'] as const;
type HiddenReason = (typeof REASONS)[number];
export type HiddenCounts = Readonly<Record<HiddenReason, number>>;

export interface Filtered<Row> {
  readonly shown: readonly Row[];
  readonly hidden: HiddenCounts;
}

/** The first reason counts, in the order of the list. */
export function filterFindings<Row extends FindingRow>(
  rows: readonly Row[],
  filters: FindingFilters,
): Filtered<Row> {
  const hidden = { vex: 0, ignored: 0, unfixed: 0, severity: 0 };
  const shown = rows.filter((row) => {
    const reason = findReason(row, filters);
    if (reason !== undefined) hidden[reason]++;
    return reason === undefined;
  });
  return { shown, hidden };
}

function findReason(row: FindingRow, filters: FindingFilters): HiddenReason | undefined {
  const { severity, ignoreUnfixed, ignored, vex } = filters;
  if (vex.some((statement) => settles(statement, row))) return 'vex';
  if (ignored.active.some((entry) => isMeant(entry, row))) return 'ignored';
  if (ignoreUnfixed && row.fixedIn === undefined) return 'unfixed';
  return severity && !severity.includes(row.vulnerability.severity) ? 'severity' : undefined;
}

const WORDS: Readonly<Record<HiddenReason, string>> = {
  vex: 'resolved by VEX',
  ignored: 'in the ignore file',
  unfixed: 'without a fixed version',
  severity: 'of other severities',
};

export function noteHidden(hidden: HiddenCounts): string[] {
  const parts = REASONS.filter((reason) => hidden[reason] > 0).map(
    (reason) => `${hidden[reason]} ${WORDS[reason]}`,
  );
  const total = REASONS.reduce((sum, reason) => sum + hidden[reason], 0);
  return parts.length > 0 ? [`${formatCount(total, 'finding')} not shown: ${parts.join(', ')}.`] : [];
}
