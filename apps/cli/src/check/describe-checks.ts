import type { CheckedFinding, CheckReport } from '@tallyman/contract';
import { describeAge, noteData } from '../describe-data.ts';
import type { Failure } from '../failure.ts';
import { noteIgnoredViolations } from '../note-ignored-violations.ts';
import { renderTable } from '../output.ts';
import { tableColumns } from '../report/finding-columns.ts';
import type { FindingRow } from '../report/finding-row.ts';
import { countSeverities, describeCounts, formatCount, SEVERITIES } from '../severities.ts';
import { type HiddenCounts, noteHidden } from './filter-findings.ts';

type CheckedRow = FindingRow & { readonly result: CheckedFinding };

/**
 * The outcome for a document: findings and the number of filtered ones, or the reason why it could not be checked.
 */
export type CheckedFile =
  | {
      readonly file: string;
      readonly report: Omit<CheckReport, 'results'>;
      readonly rows: readonly CheckedRow[];
      readonly hidden: HiddenCounts;
    }
  | { readonly file: string; readonly error: Failure };

/** Returns the findings as a table, most severe first. Empty if there are none. */
export function describeChecks(checked: readonly CheckedFile[]): string {
  const rank = ({ vulnerability }: FindingRow) => SEVERITIES.indexOf(vulnerability.severity);
  const rows = checked.flatMap((each) => ('rows' in each ? each.rows : []));
  const sorted = rows.toSorted((a, b) => rank(a) - rank(b));
  return rows.length > 0 ? renderTable(tableColumns({ file: checked.length > 1 }), sorted) : '';
}

/** Returns a summary and warnings that explain why "no findings" may not mean "not vulnerable". */
export function noteChecks(checked: readonly CheckedFile[]): string[] {
  const done = checked.flatMap((each) => ('report' in each ? [each] : []));
  const sources = done[0]?.report.dataSources ?? [];
  const age = describeAge(sources);
  return [
    ...done.flatMap((each) => noteCheck(each, checked.length > 1)),
    ...(age === '' ? [] : [`Data: ${age}.`]),
    ...(done.length > 0 ? noteData(sources) : []),
  ];
}

function noteCheck(
  { file, report, rows, hidden }: Extract<CheckedFile, { rows: unknown }>,
  named: boolean,
): string[] {
  const counts = countSeverities(rows.map(({ vulnerability }) => vulnerability.severity));
  const found = `${describeCounts(counts)} in ${describeAffected(rows, report.components)}.`;
  const notes = [
    named ? found : capitalised(found),
    ...noteHidden(hidden),
    ...noteUnchecked(report.components),
    ...noteIgnoredViolations(report),
  ];
  return named ? notes.map((note) => `${file}: ${note}`) : notes;
}

function describeAffected(rows: readonly CheckedRow[], { total }: CheckReport['components']): string {
  const affected = new Set(rows.map(({ component }) => JSON.stringify(component))).size;
  return affected > 0 ? `${affected} of ${formatCount(total, 'component')}` : formatCount(total, 'component');
}

function noteUnchecked({ withoutIdentifier, withUnusableIdentifier }: CheckReport['components']): string[] {
  const reasons = [
    ...(withoutIdentifier > 0 ? [`${withoutIdentifier} without package URL and CPE`] : []),
    ...(withUnusableIdentifier > 0 ? [`${withUnusableIdentifier} with an identifier without a version`] : []),
  ];
  const unchecked = withoutIdentifier + withUnusableIdentifier;
  return unchecked === 0
    ? []
    : [`warning: ${formatCount(unchecked, 'component')} could not be checked: ${reasons.join(', ')}.`];
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
