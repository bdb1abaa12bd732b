import type { Column } from '../output.ts';
import { severityStyle } from '../severity-style.ts';
import { componentOf, type FindingRow, idsOf, nameOf, projectOf } from './finding-row.ts';

type FindingColumn = Column<FindingRow>;

interface Shown {
  readonly file?: boolean;
  readonly project?: boolean;
  readonly state?: boolean;
  readonly suppressed?: boolean;
}

/** Columns of tables. */
export function tableColumns({ file, project, state, suppressed = false }: Shown): FindingColumn[] {
  return [
    {
      title: 'SEVERITY',
      value: ({ vulnerability }) => vulnerability.severity,
      style: ({ vulnerability }) => severityStyle(vulnerability.severity),
    },
    { title: 'VULNERABILITY', value: ({ vulnerability }) => nameOf(vulnerability) },
    { title: 'COMPONENT', value: componentOf, shrinks: true },
    { title: 'VERSION', value: ({ component }) => component.version, shrinks: true },
    ...(project ? [{ title: 'PROJECT', value: projectOf, shrinks: true }] : []),
    ...(file ? [{ title: 'FILE', value: (row: FindingRow) => row.file, shrinks: true }] : []),
    { title: 'AFFECTED', value: ({ range }) => range, shrinks: true },
    { title: 'FIXED IN', value: ({ fixedIn }) => fixedIn, shrinks: true },
    { title: 'EPSS', value: ({ vulnerability }) => vulnerability.epssScore?.toFixed(3) },
    { title: 'KEV', value: ({ vulnerability }) => (vulnerability.isKev ? 'yes' : '') },
    ...(state ? [{ title: 'STATE', value: (row: FindingRow) => describeState(row, suppressed) }] : []),
  ];
}

function describeState({ analysis }: FindingRow, tellsSuppressed: boolean): string {
  const { state = 'NOT_SET', isSuppressed = false } = analysis ?? {};
  const words = state === 'NOT_SET' ? '' : state.toLowerCase().replaceAll('_', ' ');
  return tellsSuppressed && isSuppressed ? `${words} (suppressed)`.trim() : words;
}

/** Columns of CSV, always the same. */
export const CSV_COLUMNS: readonly FindingColumn[] = [
  { title: 'severity', value: ({ vulnerability }) => vulnerability.severity },
  { title: 'vulnerability', value: ({ vulnerability }) => vulnerability.vulnId },
  { title: 'source', value: ({ vulnerability }) => vulnerability.source },
  { title: 'aliases', value: ({ vulnerability }) => idsOf(vulnerability).slice(1).join(' ') },
  { title: 'title', value: ({ vulnerability }) => vulnerability.title },
  { title: 'group', value: ({ component }) => component.group },
  { title: 'component', value: ({ component }) => component.name },
  { title: 'version', value: ({ component }) => component.version },
  { title: 'purl', value: ({ component }) => component.purl },
  { title: 'affected', value: ({ range }) => range },
  { title: 'fixed_in', value: ({ fixedIn }) => fixedIn },
  { title: 'cvss_v3', value: ({ vulnerability }) => vulnerability.cvssV3BaseScore?.toString() },
  { title: 'cvss_v4', value: ({ vulnerability }) => vulnerability.cvssV4Score?.toString() },
  { title: 'epss', value: ({ vulnerability }) => vulnerability.epssScore?.toString() },
  { title: 'kev', value: ({ vulnerability }) => String(vulnerability.isKev) },
  { title: 'file', value: ({ file }) => file },
  { title: 'project', value: ({ project }) => project?.name },
  { title: 'project_version', value: ({ project }) => project?.version },
  { title: 'state', value: ({ analysis }) => analysis?.state },
  { title: 'suppressed', value: ({ analysis }) => analysis && String(analysis.isSuppressed) },
];
