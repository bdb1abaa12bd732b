import { componentV2Operations, type ListedProjectComponent, type Project } from '@tallyman/contract';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { call } from '../../api/api-query.ts';
import { type LoadPage, toTokenPage, useList } from '../../api/list-query.ts';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { countOf } from '../../ui/format-number.ts';
import { GridList } from '../../ui/grid/grid-list.tsx';
import { componentColumns } from '../components/component-columns.tsx';
import { COMPONENT_SORT_FIELDS, type ProjectComponentsSearch } from './project-search.ts';
import styles from './project-tab.module.css';

const route = getRouteApi('/projects/$uuid');
const PAGE_SIZE = 200;
const WITHOUT_GROUP = componentColumns.filter(({ id }) => id !== 'group');

export function ProjectComponents({ project }: { readonly project: Project }) {
  const { component, direct, outdated, order, down } = route.useSearch();
  const navigate = route.useNavigate();
  const search = useMemo(
    () => ({ component, direct, outdated, order, down }),
    [component, direct, outdated, order, down],
  );
  const list = useList(
    ['listProjectComponentsV2', project.uuid, search],
    componentsLoader(project.uuid, search),
  );
  const change = (changed: Partial<ProjectComponentsSearch>) =>
    void navigate({ search: (present) => ({ ...present, ...changed }) });
  // Some ecosystems have no groups.
  const hasGroups = order === 'group' || list.rows.some(({ group }) => group !== undefined);
  const isFiltered = component !== undefined || direct !== undefined || outdated !== undefined;
  return (
    <>
      <p className={styles.count}>
        {list.isPending ? ' ' : `${countOf(list.total, 'component')}${list.isExact ? '' : ' or more'}`}
      </p>
      <GridList
        label="Components"
        list={list}
        columns={hasGroups ? componentColumns : WITHOUT_GROUP}
        rowId={({ uuid }) => uuid}
        sort={{ by: order ?? 'name', descending: down ?? false }}
        onSort={({ by, descending }) =>
          change({
            order: COMPONENT_SORT_FIELDS.find((field) => field === by),
            down: descending ? true : undefined,
          })
        }
        onOpen={({ uuid }) => void navigate({ to: '/components/$uuid', params: { uuid }, search: {} })}
        filter={{
          label: 'Filter by name or group',
          placeholder: 'Name or group',
          text: component,
          onChange: (text) => change({ component: text }),
        }}
        filters={
          <>
            <Chip isOn={direct ?? false} onToggle={() => change({ direct: direct ? undefined : true })}>
              Direct only
            </Chip>
            <Chip isOn={outdated ?? false} onToggle={() => change({ outdated: outdated ? undefined : true })}>
              Outdated only
            </Chip>
          </>
        }
        empty={<NoComponents isFiltered={isFiltered} />}
      />
    </>
  );
}

function componentsLoader(uuid: string, search: ProjectComponentsSearch): LoadPage<ListedProjectComponent> {
  return async (cursor, signal) => {
    const answer = await call(componentV2Operations.listProjectComponentsV2, {
      params: { uuid },
      query: {
        q: search.component,
        only_direct: search.direct,
        only_outdated: search.outdated,
        sort_by: search.order ?? 'name',
        sort_direction: search.down ? 'DESC' : 'ASC',
        limit: PAGE_SIZE,
        ...(cursor === undefined ? {} : { page_token: String(cursor) }),
      },
      signal,
    });
    return toTokenPage(answer);
  };
}

function NoComponents({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState title="No components match">
      <p>Change or clear the filters above.</p>
    </EmptyState>
  ) : (
    <EmptyState title="No components yet">
      <p>They come with a bill of materials. Drop one on this page to upload it for this version.</p>
    </EmptyState>
  );
}
