import type { Finding } from '@tallyman/contract';
import { formatPercent } from '../../ui/format-number.ts';
import type { GridColumn } from '../../ui/grid/grid-column.ts';
import { KnownExploited } from '../../ui/known-exploited.tsx';
import { Severity } from '../../ui/severity.tsx';
import styles from './finding-columns.module.css';
import { FindingState } from './finding-state.tsx';

export const findingColumns: readonly GridColumn<Finding>[] = [
  {
    id: 'severity',
    title: 'Severity',
    width: '84px',
    sortBy: 'vulnerability.severity',
    cell: ({ vulnerability }) => <Severity severity={vulnerability.severity} />,
  },
  {
    id: 'vulnerability',
    title: 'Vulnerability',
    width: 'minmax(150px, 1.1fr)',
    sortBy: 'vulnerability.vulnId',
    cell: ({ vulnerability: { vulnId, isKev, title } }) => (
      <span className={styles.id} title={title ? `${vulnId}: ${title}` : vulnId}>
        <span className="mono truncate">{vulnId}</span>
        {isKev && <KnownExploited />}
      </span>
    ),
  },
  {
    id: 'component',
    title: 'Component',
    width: 'minmax(120px, 1.4fr)',
    sortBy: 'component.name',
    cell: ({ component: { group, name, version } }) => (
      <span className={styles.named} title={[group, name, version].filter(Boolean).join(' ')}>
        <bdi className="truncate">{name}</bdi> <bdi className={styles.version}>{version}</bdi>
      </span>
    ),
  },
  {
    id: 'project',
    title: 'Project',
    width: 'minmax(110px, 1fr)',
    sortBy: 'component.projectName',
    hideBelow: 760,
    cell: ({ component: { projectName, projectVersion } }) => (
      <span className={styles.named} title={[projectName, projectVersion].filter(Boolean).join(' ')}>
        <bdi className="truncate">{projectName}</bdi> <bdi className={styles.version}>{projectVersion}</bdi>
      </span>
    ),
  },
  {
    id: 'cvss',
    title: 'CVSS',
    width: '44px',
    align: 'right',
    sortBy: 'vulnerability.cvssV3BaseScore',
    hideBelow: 560,
    cell: ({ vulnerability }) => scoreOf(vulnerability)?.toFixed(1) ?? '–',
  },
  {
    id: 'epss',
    title: 'EPSS',
    width: '58px',
    align: 'right',
    sortBy: 'vulnerability.epssScore',
    hideBelow: 640,
    cell: ({ vulnerability: { epssScore } }) => (epssScore === undefined ? '–' : formatPercent(epssScore)),
  },
  {
    id: 'state',
    title: 'Analysis',
    width: 'minmax(104px, 0.8fr)',
    sortBy: 'analysis.state',
    hideBelow: 440,
    cell: ({ analysis }) => <FindingState {...analysis} />,
  },
];

/** The newest kind of score that there is. */
export function scoreOf(scores: Finding['vulnerability']): number | undefined {
  return scores.cvssV4Score ?? scores.cvssV3BaseScore ?? scores.cvssV2BaseScore;
}
