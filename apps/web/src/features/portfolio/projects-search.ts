import { choiceParam, flagParam, type SearchInput, textParam } from '../../ui/search-params.ts';

export const PROJECT_SORT_FIELDS = ['name', 'version', 'lastBomImport'] as const;

/** Which projects are shown, and in which order. */
export interface ProjectsSearch {
  readonly q?: string;
  readonly inactive?: true;
  readonly sort?: (typeof PROJECT_SORT_FIELDS)[number];
  readonly desc?: true;
}

export function readProjectsSearch(search: SearchInput): ProjectsSearch {
  return {
    q: textParam(search.q),
    inactive: flagParam(search.inactive),
    sort: choiceParam(search.sort, PROJECT_SORT_FIELDS),
    desc: flagParam(search.desc),
  };
}
