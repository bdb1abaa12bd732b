import { choiceParam, flagParam, type SearchInput, textParam } from '../../ui/search-params.ts';

/** Both lists, of those in use and of all, can be sorted by these. */
export const VULNERABILITY_SORT_FIELDS = ['severity', 'vulnId', 'published'] as const;

/** Which vulnerabilities are shown, and in which order. */
export interface VulnerabilitiesSearch {
  readonly q?: string;
  /** Also those that affect none of the projects. */
  readonly all?: true;
  readonly kev?: true;
  readonly sort?: (typeof VULNERABILITY_SORT_FIELDS)[number];
  readonly desc?: true;
}

export function readVulnerabilitiesSearch(search: SearchInput): VulnerabilitiesSearch {
  return {
    q: textParam(search.q),
    all: flagParam(search.all),
    kev: flagParam(search.kev),
    sort: choiceParam(search.sort, VULNERABILITY_SORT_FIELDS),
    desc: flagParam(search.desc),
  };
}
