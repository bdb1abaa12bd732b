import type { ListedProjectComponent } from '@tallyman/contract';
import { Link } from '@tanstack/react-router';
import type { GridColumn } from '../../ui/grid/grid-column.ts';
import { licenseOf } from './license-of.ts';

export const componentColumns: readonly GridColumn<ListedProjectComponent>[] = [
  {
    id: 'name',
    title: 'Component',
    width: 'minmax(140px, 2fr)',
    sortBy: 'name',
    cell: ({ uuid, name }) => (
      <Link to="/components/$uuid" params={{ uuid }} tabIndex={-1} title={name}>
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  {
    id: 'version',
    title: 'Version',
    width: 'minmax(80px, 0.8fr)',
    cell: ({ version }) => (
      <bdi className="mono" title={version}>
        {version ?? '–'}
      </bdi>
    ),
  },
  {
    id: 'group',
    title: 'Group',
    width: 'minmax(90px, 1fr)',
    sortBy: 'group',
    hideBelow: 560,
    cell: ({ group }) => <bdi title={group}>{group}</bdi>,
  },
  {
    id: 'license',
    title: 'Licence',
    width: 'minmax(90px, 1fr)',
    hideBelow: 640,
    cell: (component) => {
      const license = licenseOf(component);
      return license ? <bdi title={license}>{license}</bdi> : <span className="muted">Unknown</span>;
    },
  },
  {
    id: 'classifier',
    title: 'Type',
    width: '100px',
    hideBelow: 860,
    cell: ({ classifier }) => (classifier ?? '').toLowerCase().replaceAll('_', ' '),
  },
  {
    id: 'risk',
    title: 'Risk',
    width: '56px',
    align: 'right',
    sortBy: 'last_inherited_risk_score',
    hideBelow: 440,
    cell: ({ last_inherited_risk_score: score }) => (score === undefined ? '–' : score.toFixed(0)),
  },
];
