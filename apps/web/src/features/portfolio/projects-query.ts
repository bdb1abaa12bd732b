import { type ProjectListItem, projectOperations } from '@tallyman/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/api-query.ts';
import { client } from '../../api/client.ts';
import { type LoadPage, toOffsetPage } from '../../api/list-query.ts';
import type { ProjectsSearch } from './projects-search.ts';

const PAGE_SIZE = 100;

/** A text finds projects at any depth; without one the list starts with those that have no parent. */
export function isTree({ q, flat }: ProjectsSearch): boolean {
  return q === undefined && !flat;
}

export function projectsKey(search: ProjectsSearch) {
  return [projectOperations.listProjects.id, search] as const;
}

export function projectsLoader(search: ProjectsSearch): LoadPage<ProjectListItem> {
  return async (cursor, signal) => {
    const offset = Number(cursor ?? 0);
    const answer = await call(projectOperations.listProjects, {
      query: {
        searchText: search.q,
        onlyRoot: isTree(search),
        ...toFilter(search),
        offset,
        limit: PAGE_SIZE,
      },
      signal,
    });
    return toOffsetPage(answer, offset, PAGE_SIZE);
  };
}

/** All children of a project. */
export function childProjectsQuery(uuid: string, search: ProjectsSearch) {
  const operation = projectOperations.listChildProjects;
  return queryOptions<readonly ProjectListItem[]>({
    queryKey: [operation.id, uuid, search],
    queryFn: async ({ signal }) => {
      const children: ProjectListItem[] = [];
      const input = { params: { uuid }, query: toFilter(search), pageSize: 500, signal };
      for await (const { rows } of client.pages(operation, input)) children.push(...rows);
      return children;
    },
  });
}

function toFilter(search: ProjectsSearch) {
  return {
    excludeInactive: !search.inactive,
    orderBy: search.sort ?? 'name',
    sort: search.desc ? 'desc' : 'asc',
  };
}
