import type { ProjectListItem } from '@tallyman/contract';
import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { ListPage } from '../../api/list-query.ts';
import { useLiveNews } from '../../api/live-updates.ts';
import { countOf } from '../../ui/format-number.ts';
import { mergeProjects } from './merge-projects.ts';
import { projectsKey, projectsLoader } from './projects-query.ts';
import type { ProjectsSearch } from './projects-search.ts';

/** The columns count findings and components, and say when a bill of materials was imported. */
const KINDS = ['PROJECT', 'UPLOADS', 'COMPONENTS', 'FINDINGS', 'DECISIONS', 'VIOLATIONS'] as const;

type LoadedProjects = InfiniteData<ListPage<ProjectListItem>>;

interface LiveProjects {
  /** What is different but not shown, because rows would move. */
  readonly hint: string | undefined;
  readonly dismiss: () => void;
}

/** Shows changes in the rows of the first page and of expanded projects, and says when rows were added or removed. */
export function useLiveProjects(search: ProjectsSearch): LiveProjects {
  const queries = useQueryClient();
  const [hint, setHint] = useState<string>();
  const key = projectsKey(search);
  const shown = JSON.stringify(key);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has no news yet
  useEffect(() => setHint(undefined), [shown]);
  const update = async () => {
    const before = queries.getQueryData<LoadedProjects>(key)?.pages[0];
    if (!before) return;
    void queries.invalidateQueries({ queryKey: ['listChildProjects'] });
    const present = await projectsLoader(search)(undefined, new AbortController().signal);
    const { added, gone } = mergeProjects(before.rows, present.rows);
    if (before.rows.length === 0) void queries.invalidateQueries({ queryKey: key });
    queries.setQueryData<LoadedProjects>(key, (loaded) => loaded && withFirstPage(loaded, present.rows));
    setHint(before.rows.length === 0 ? undefined : describe(added, gone));
  };
  useLiveNews(KINDS, () => void update().catch(() => {}));
  return { hint, dismiss: useCallback(() => setHint(undefined), []) };
}

function withFirstPage(loaded: LoadedProjects, present: readonly ProjectListItem[]): LoadedProjects {
  const [first, ...others] = loaded.pages;
  if (!first) return loaded;
  return { ...loaded, pages: [{ ...first, rows: mergeProjects(first.rows, present).rows }, ...others] };
}

function describe(added: number, gone: number): string | undefined {
  const parts = [
    ...(added > 0 ? [countOf(added, 'new project')] : []),
    ...(gone > 0 ? [`${countOf(gone, 'project')} no longer here`] : []),
  ];
  return parts.length > 0 ? parts.join(', ') : undefined;
}
