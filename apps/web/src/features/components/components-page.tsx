import { componentV2Operations, type ListedComponent } from '@tallyman/contract';
import { getRouteApi, Link } from '@tanstack/react-router';
import { call } from '../../api/api-query.ts';
import { type LoadPage, toTokenPage, useList } from '../../api/list-query.ts';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { countOf } from '../../ui/format-number.ts';
import type { GridColumn } from '../../ui/grid/grid-column.ts';
import { GridList } from '../../ui/grid/grid-list.tsx';
import { Page } from '../../ui/page.tsx';
import { componentColumns } from './component-columns.tsx';
import { COMPONENT_SORT_FIELDS, type ComponentsSearch } from './components-search.ts';
import { toComponentFilter } from './to-component-filter.ts';

const route = getRouteApi('/components');
const PAGE_SIZE = 200;

const columns: readonly GridColumn<ListedComponent>[] = [
  ...componentColumns.slice(0, 2),
  {
    id: 'project',
    title: 'Project',
    width: 'minmax(110px, 1.2fr)',
    hideBelow: 480,
    cell: ({ project: { uuid, name, version } }) => (
      <Link to="/projects/$uuid" params={{ uuid }} tabIndex={-1} title={`${name} ${version ?? ''}`}>
        <bdi>{name}</bdi> <bdi className="muted">{version}</bdi>
      </Link>
    ),
  },
  ...componentColumns.slice(2),
];

/** The components of all projects, to be found by name, package URL, CPE name or hash. */
export function ComponentsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const list = useList(['listComponentsV2', search], componentsLoader(search));
  const change = (changed: Partial<ComponentsSearch>) =>
    void navigate({ search: (present) => ({ ...present, ...changed }) });
  const facts = `${countOf(list.total, 'component')}${list.isExact ? '' : ' or more'}`;
  return (
    <Page title="Components" facts={!list.isPending && facts} fills>
      <GridList
        label="Components"
        list={list}
        columns={columns}
        rowId={({ uuid }) => uuid}
        sort={{ by: search.sort ?? 'name', descending: search.desc ?? false }}
        onSort={({ by, descending }) =>
          change({
            sort: COMPONENT_SORT_FIELDS.find((field) => field === by),
            desc: descending ? true : undefined,
          })
        }
        onOpen={({ uuid }) => void navigate({ to: '/components/$uuid', params: { uuid }, search: {} })}
        filter={{
          label: 'Filter by name, package URL, CPE name or hash',
          placeholder: 'Name, purl, CPE or hash',
          text: search.q,
          onChange: (q) => change({ q }),
        }}
        filters={
          <>
            <Chip
              isOn={search.latest ?? false}
              onToggle={() => change({ latest: search.latest ? undefined : true })}
            >
              Latest versions only
            </Chip>
            <Chip
              isOn={search.inactive ?? false}
              onToggle={() => change({ inactive: search.inactive ? undefined : true })}
            >
              Show inactive projects
            </Chip>
          </>
        }
        empty={
          <EmptyState title={search.q ? 'No components match' : 'No components yet'}>
            <p>
              {search.q
                ? 'Change or clear the filter above.'
                : 'They come with bills of materials, which are uploaded under Projects.'}
            </p>
          </EmptyState>
        }
      />
    </Page>
  );
}

function componentsLoader(search: ComponentsSearch): LoadPage<ListedComponent> {
  return async (cursor, signal) => {
    const answer = await call(componentV2Operations.listComponentsV2, {
      query: {
        ...(search.q ? toComponentFilter(search.q) : {}),
        ...(search.inactive ? {} : { project_state: 'ACTIVE' }),
        ...(search.latest ? { project_latest_version: true } : {}),
        sort_by: search.sort ?? 'name',
        sort_direction: search.desc ? 'DESC' : 'ASC',
        limit: PAGE_SIZE,
        ...(cursor === undefined ? {} : { page_token: String(cursor) }),
      },
      signal,
    });
    return toTokenPage(answer);
  };
}
