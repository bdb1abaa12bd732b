import { choiceParam, flagParam, type SearchInput, textParam } from '../../ui/search-params.ts';

export const PROJECT_SORT_FIELDS = ['name', 'version', 'lastInheritedRiskScore', 'lastBomImport'] as const;

/** Which projects are shown, and in which order. */
export interface ProjectsSearch {
  readonly q?: string;
  readonly inactive?: true;
  /** All projects in one list instead of a tree. */
  readonly flat?: true;
  readonly sort?: (typeof PROJECT_SORT_FIELDS)[number];
  readonly desc?: true;
}

export function readProjectsSearch(search: SearchInput): ProjectsSearch {
  return {
    q: textParam(search.q),
    inactive: flagParam(search.inactive),
    flat: flagParam(search.flat),
    sort: choiceParam(search.sort, PROJECT_SORT_FIELDS),
    desc: flagParam(search.desc),
  };
}
