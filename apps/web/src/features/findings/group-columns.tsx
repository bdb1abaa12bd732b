import { Loader } from '@mantine/core';
import type { FindingGroup, FindingGrouping } from '@tallyman/contract';
import type { ReactNode } from 'react';
import { countOf, formatCount, formatPercent } from '../../ui/format-number.ts';
import type { GridColumn } from '../../ui/grid/grid-column.ts';
import { Icon } from '../../ui/icons.tsx';
import { KnownExploited } from '../../ui/known-exploited.tsx';
import { Severity } from '../../ui/severity.tsx';
import columnStyles from './finding-columns.module.css';
import { findingColumns } from './finding-columns.tsx';
import styles from './group-columns.module.css';
import type { GroupRow, ScopedGroup } from './group-rows.ts';

const TITLES: Readonly<Record<string, string>> = { vulnerability: 'Group' };
const WIDTHS: Readonly<Record<string, string>> = {
  vulnerability: 'minmax(150px, 1fr)',
  component: 'minmax(140px, 2.4fr)',
};

type Cell = (group: FindingGroup) => ReactNode;

/** By the id of the column. The first one names the group, and has the vulnerability of a finding. */
const GROUP_CELLS: Readonly<Record<string, Cell>> = {
  severity: ({ severity }) => <Severity severity={severity} />,
  vulnerability: (group) => (group.component ? <PackageName group={group} /> : <CaseName group={group} />),
  component: (group) => <Findings group={group} />,
  project: ({ project_count }) => countOf(project_count, 'project'),
  cvss: ({ cvss_score }) => (
    <span title="The highest of the group">{cvss_score === undefined ? '–' : cvss_score.toFixed(1)}</span>
  ),
  epss: ({ vulnerability }) =>
    vulnerability?.epss_score === undefined ? '–' : formatPercent(vulnerability.epss_score),
  state: ({ undecided_count, finding_count }) =>
    undecided_count === 0 ? (
      <span className="muted">All decided</span>
    ) : (
      `${formatCount(undecided_count)} of ${formatCount(finding_count)} to decide`
    ),
};

function PackageName({ group: { component, fixed_in } }: { readonly group: FindingGroup }) {
  const title = [component?.group, component?.name, component?.version].filter(Boolean).join(' ');
  return (
    <span className={columnStyles.named} title={fixed_in ? `${title} → ${fixed_in}` : title}>
      <strong className="truncate">
        <bdi>{component?.name}</bdi>
      </strong>{' '}
      <bdi className={columnStyles.version}>{component?.version}</bdi>
      {fixed_in !== undefined && (
        <>
          <span aria-hidden="true">→</span>
          <span className="visually-hidden">upgrade to</span>
          <bdi className={styles.fix}>{fixed_in}</bdi>
        </>
      )}
    </span>
  );
}

function CaseName({ group: { vulnerability } }: { readonly group: FindingGroup }) {
  return (
    <span className={columnStyles.id} title={vulnerability?.names.map(({ vuln_id }) => vuln_id).join(', ')}>
      <strong className="mono truncate">{vulnerability?.vuln_id}</strong>
      {vulnerability?.is_kev && <KnownExploited />}
    </span>
  );
}

/** A decision on a vulnerability is one on the findings of all its records, so it says of which sources. */
function Findings({ group: { vulnerability, finding_count, fixed_in } }: { readonly group: FindingGroup }) {
  const sources = vulnerability?.names.map(({ source }) => source) ?? [];
  return (
    <span title={vulnerability?.title}>
      {fixed_in === undefined ? '' : 'closes '}
      {countOf(finding_count, 'finding')} {sources.length > 1 && <span>in {sources.join(', ')} </span>}
      <span className="muted">{vulnerability?.title}</span>
    </span>
  );
}

function RestCell({ id, of }: { readonly id: string; readonly of: ScopedGroup }) {
  if (id === 'component') return of.count === undefined ? null : countOf(of.count, 'finding');
  return id === 'vulnerability' ? <strong>No fixed version known</strong> : null;
}

/** EPSS scores are of vulnerabilities, so that other groups have none. */
function isEmpty(id: string, by: FindingGrouping): boolean {
  return id === 'epss' && by !== 'vulnerability';
}

/** The columns of findings, in which groups say what they amount to. */
export function groupColumns(
  by: FindingGrouping,
  hidden: readonly string[] | undefined,
  onToggle: (row: GroupRow) => void,
): GridColumn<GroupRow>[] {
  const columns = findingColumns.filter(({ id }) => !hidden?.includes(id) && !isEmpty(id, by));
  return [
    { id: 'toggle', title: '', width: '20px', cell: (row) => <Toggle row={row} onToggle={onToggle} /> },
    ...columns.map(
      ({ id, title, width, align, hideBelow, cell }): GridColumn<GroupRow> => ({
        id,
        title: TITLES[id] ?? title,
        width: WIDTHS[id] ?? width,
        ...(align ? { align } : {}),
        ...(hideBelow === undefined ? {} : { hideBelow }),
        cell: (row) => {
          if (row.kind === 'finding') return cell(row.finding);
          if (row.kind === 'more') return id === 'vulnerability' ? <More isLoading={row.isLoading} /> : null;
          return row.of.group ? GROUP_CELLS[id]?.(row.of.group) : <RestCell id={id} of={row.of} />;
        },
      }),
    ),
  ];
}

function More({ isLoading }: { readonly isLoading: boolean }) {
  return isLoading ? <Loader size={12} color="gray" aria-label="Loading" /> : <span>Show more…</span>;
}

function Toggle({ row, onToggle }: { readonly row: GroupRow; readonly onToggle: (row: GroupRow) => void }) {
  if (row.kind !== 'group') return null;
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.toggle}
      aria-label={row.isExpanded ? 'Collapse' : 'Expand'}
      onClick={() => onToggle(row)}
    >
      <Icon name={row.isExpanded ? 'chevronDown' : 'chevronRight'} size={12} />
    </button>
  );
}
