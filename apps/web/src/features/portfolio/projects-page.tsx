import { bomOperations, type ProjectListItem } from '@tallyman/contract';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useMayCall } from '../../api/session.ts';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterText } from '../../ui/filter-text.tsx';
import { countOf } from '../../ui/format-number.ts';
import { DataGrid, type DataGridHandle } from '../../ui/grid/data-grid.tsx';
import { GridSkeleton } from '../../ui/grid/grid-skeleton.tsx';
import { Page } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { UploadZone } from '../bom/upload-zone.tsx';
import { projectColumns } from './project-columns.tsx';
import styles from './projects-page.module.css';
import { projectsQuery } from './projects-query.ts';
import { PROJECT_SORT_FIELDS, type ProjectsSearch } from './projects-search.ts';

const route = getRouteApi('/projects');
const NO_PROJECTS: readonly ProjectListItem[] = [];

/** All projects that the user may see; a bill of materials dropped anywhere on the page is uploaded. */
export function ProjectsPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const change = useCallback(
    (changed: Partial<ProjectsSearch>) =>
      void navigate({ from: '/projects', search: (present: ProjectsSearch) => ({ ...present, ...changed }) }),
    [navigate],
  );
  const query = useInfiniteQuery({ ...projectsQuery(search), placeholderData: keepPreviousData });
  const pages = query.data?.pages;
  const rows = useMemo(() => pages?.flatMap((page) => page.rows) ?? NO_PROJECTS, [pages]);
  const total = pages?.[0]?.total ?? 0;
  const [activeId, setActiveId] = useState<string>();
  const grid = useRef<DataGridHandle>(null);
  const filter = useRef<HTMLInputElement>(null);
  const mayUpload = useMayCall(bomOperations.uploadBom);
  const isFiltered = search.q !== undefined;

  const content = (upload: ReactNode) => (
    <Page title="Projects" facts={query.data && countOf(total, 'project')} actions={upload} fills>
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
      </search>
      {query.error && <Problem error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending ? (
        <GridSkeleton />
      ) : (
        <DataGrid
          ref={grid}
          label="Projects"
          columns={projectColumns}
          rows={rows}
          rowId={({ uuid }) => uuid}
          total={total}
          sort={{ by: search.sort ?? 'name', descending: search.desc ?? false }}
          onSort={({ by, descending }) =>
            change({
              sort: PROJECT_SORT_FIELDS.find((field) => field === by),
              desc: descending ? true : undefined,
            })
          }
          activeId={activeId}
          onActivate={({ uuid }) => setActiveId(uuid)}
          onOpen={({ uuid }) => void navigate({ to: '/projects/$uuid', params: { uuid } })}
          onKey={({ key }) => {
            if (key !== '/') return false;
            filter.current?.focus();
            return true;
          }}
          onEndReached={() => void query.fetchNextPage()}
          isMuted={({ active }) => !active}
          empty={<NoProjects isFiltered={isFiltered} mayUpload={mayUpload} />}
        />
      )}
    </Page>
  );
  return mayUpload ? <UploadZone>{content}</UploadZone> : content(null);
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
