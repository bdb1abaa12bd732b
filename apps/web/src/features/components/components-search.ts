import { choiceParam, flagParam, type SearchInput, textParam } from '../../ui/search-params.ts';

export const COMPONENT_SORT_FIELDS = ['name', 'group', 'last_inherited_risk_score'] as const;

/** Which components of all projects are shown, and in which order. */
export interface ComponentsSearch {
  /** A part of a name, a package URL, a CPE name or a hash. */
  readonly q?: string;
  readonly inactive?: true;
  readonly latest?: true;
  readonly sort?: (typeof COMPONENT_SORT_FIELDS)[number];
  readonly desc?: true;
}

export function readComponentsSearch(search: SearchInput): ComponentsSearch {
  return {
    q: textParam(search.q),
    inactive: flagParam(search.inactive),
    latest: flagParam(search.latest),
    sort: choiceParam(search.sort, COMPONENT_SORT_FIELDS),
    desc: flagParam(search.desc),
  };
}
