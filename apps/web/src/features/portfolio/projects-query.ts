import { type ProjectListItem, projectOperations } from '@tallyman/contract';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../api/api-query.ts';
import type { ProjectsSearch } from './projects-search.ts';

const PAGE_SIZE = 100;

interface ProjectsPage {
  readonly rows: readonly ProjectListItem[];
  readonly total: number;
}

const PROJECTS_KEY = 'listProjects';

export function projectsQuery(search: ProjectsSearch) {
  return infiniteQueryOptions({
    queryKey: [PROJECTS_KEY, search],
    queryFn: ({ pageParam, signal }) => loadPage(search, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: ({ rows }: ProjectsPage, _pages, offset: number) =>
      rows.length < PAGE_SIZE ? undefined : offset + PAGE_SIZE,
  });
}

async function loadPage(search: ProjectsSearch, offset: number, signal: AbortSignal): Promise<ProjectsPage> {
  const { body, total } = await call(projectOperations.listProjects, {
    query: {
      searchText: search.q,
      excludeInactive: !search.inactive,
      orderBy: search.sort ?? 'name',
      sort: search.desc ? 'desc' : 'asc',
      offset,
      limit: PAGE_SIZE,
    },
    signal,
  });
  return { rows: body, total: total ?? body.length };
}
