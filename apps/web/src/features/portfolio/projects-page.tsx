import { bomOperations, type ProjectListItem } from '@tallyman/contract';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useList } from '../../api/list-query.ts';
import { useMayCall } from '../../api/session.ts';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterText } from '../../ui/filter-text.tsx';
import { countOf } from '../../ui/format-number.ts';
import { DataGrid, type DataGridHandle } from '../../ui/grid/data-grid.tsx';
import { GridSkeleton } from '../../ui/grid/grid-skeleton.tsx';
import { useTree } from '../../ui/grid/use-tree.ts';
import { ListNews } from '../../ui/list-news.tsx';
import { Page } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { UploadZone } from '../bom/upload-zone.tsx';
import { projectColumns } from './project-columns.tsx';
import styles from './projects-page.module.css';
import { childProjectsQuery, isTree, projectsKey, projectsLoader } from './projects-query.ts';
import { PROJECT_SORT_FIELDS, type ProjectsSearch } from './projects-search.ts';
import { useLiveProjects } from './use-live-projects.ts';

const route = getRouteApi('/projects');

/** All projects that the user may see; a bill of materials dropped anywhere on the page is uploaded. */
export function ProjectsPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const change = useCallback(
    (changed: Partial<ProjectsSearch>) =>
      void navigate({ from: '/projects', search: (present: ProjectsSearch) => ({ ...present, ...changed }) }),
    [navigate],
  );
  const list = useList(projectsKey(search), projectsLoader(search));
  const live = useLiveProjects(search);
  // Without children there is nothing to expand, and nothing to indent.
  const shownAsTree = isTree(search) && list.rows.some(hasChildren);
  const { nodes, tree, error } = useTree({
    roots: list.rows,
    idOf,
    hasChildren: shownAsTree ? hasChildren : never,
    childrenQuery: (uuid) => childProjectsQuery(uuid, search),
  });
  const columns = useMemo(() => projectColumns(shownAsTree, tree.onToggle), [shownAsTree, tree.onToggle]);
  const [activeId, setActiveId] = useState<string>();
  const grid = useRef<DataGridHandle>(null);
  const filter = useRef<HTMLInputElement>(null);
  const mayUpload = useMayCall(bomOperations.uploadBom);
  const problem = list.error ?? error;

  const content = (upload: ReactNode) => (
    <Page
      title="Projects"
      facts={!list.isPending && countOf(list.total, shownAsTree ? 'top-level project' : 'project')}
      actions={upload}
      fills
    >
      <search className={styles.filters} aria-label="Filters">
        <FilterText
          label="Filter by name or tag"
          placeholder="Name or tag"
          text={search.q ?? ''}
          onChange={(q) => change({ q: q || undefined })}
          inputRef={filter}
          onLeave={() => grid.current?.focus()}
        />
        <Chip
          isOn={search.inactive ?? false}
          onToggle={() => change({ inactive: search.inactive ? undefined : true })}
        >
          Show inactive
        </Chip>
        {search.q === undefined && (
          <Chip isOn={search.flat ?? false} onToggle={() => change({ flat: search.flat ? undefined : true })}>
            Flat list
          </Chip>
        )}
      </search>
      <ListNews
        hint={live.hint}
        onShow={() => {
          live.dismiss();
          list.retry();
        }}
      />
      {problem && <Problem error={problem} onRetry={list.retry} />}
      {list.isPending ? (
        <GridSkeleton />
      ) : (
        <DataGrid
          ref={grid}
          label="Projects"
          columns={columns}
          rows={nodes}
          rowId={({ path }) => path}
          total={list.total - list.rows.length + nodes.length}
          sort={{ by: search.sort ?? 'name', descending: search.desc ?? false }}
          onSort={({ by, descending }) =>
            change({
              sort: PROJECT_SORT_FIELDS.find((field) => field === by),
              desc: descending ? true : undefined,
            })
          }
          activeId={activeId}
          onActivate={({ path }) => setActiveId(path)}
          onOpen={({ item }) => void navigate({ to: '/projects/$uuid', params: { uuid: item.uuid } })}
          {...(shownAsTree ? { tree } : {})}
          onKey={({ key }) => {
            if (key !== '/') return false;
            filter.current?.focus();
            return true;
          }}
          onEndReached={list.loadMore}
          isMuted={({ item }) => !item.active}
          empty={<NoProjects isFiltered={search.q !== undefined} mayUpload={mayUpload} />}
        />
      )}
    </Page>
  );
  return mayUpload ? <UploadZone>{content}</UploadZone> : content(null);
}

function idOf({ uuid }: ProjectListItem): string {
  return uuid;
}

function hasChildren(project: ProjectListItem): boolean {
  return project.hasChildren;
}

function never(): boolean {
  return false;
}

function NoProjects({
  isFiltered,
  mayUpload,
}: {
  readonly isFiltered: boolean;
  readonly mayUpload: boolean;
}) {
  if (isFiltered) {
    return (
      <EmptyState title="No projects match">
        <p>Change or clear the filter above.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No projects yet">
      <p>
        {mayUpload
          ? 'Drop a bill of materials (CycloneDX, JSON or XML) here to make the first one.'
          : 'There are none that you may see. Uploading a bill of materials needs the permission BOM_UPLOAD.'}
      </p>
    </EmptyState>
  );
}
