import type { ListedLicense } from '@tallyman/contract';
import { Link } from '@tanstack/react-router';
import { formatCount } from '../../ui/format-number.ts';
import type { GridColumn } from '../../ui/grid/grid-column.ts';

export const licenseColumns: readonly GridColumn<ListedLicense>[] = [
  {
    id: 'id',
    title: 'Licence',
    width: 'minmax(130px, 1fr)',
    sortBy: 'license_id',
    cell: ({ license_id: id, custom_license: isCustom }) => (
      <>
        <Link to="/licenses/$id" params={{ id }} tabIndex={-1} title={id}>
          <bdi>{id}</bdi>
        </Link>
        {isCustom && <span className="muted"> · custom</span>}
      </>
    ),
  },
  {
    id: 'name',
    title: 'Name',
    width: 'minmax(140px, 2fr)',
    sortBy: 'name',
    hideBelow: 560,
    cell: ({ name }) => <bdi title={name}>{name}</bdi>,
  },
  {
    id: 'kind',
    title: 'Kind',
    width: 'minmax(90px, 1fr)',
    hideBelow: 720,
    cell: (license) => (
      <span className="muted" title={describe(license)}>
        {describe(license)}
      </span>
    ),
  },
  {
    id: 'components',
    title: 'Components',
    width: '104px',
    align: 'right',
    sortBy: 'component_count',
    cell: ({ component_count: count }) => formatCount(count),
  },
];

function describe(license: ListedLicense): string {
  const words = [
    license.osi_approved && 'OSI approved',
    license.fsf_libre && 'FSF free',
    license.deprecated && 'deprecated',
  ];
  return words.filter(Boolean).join(', ');
}
