import { choiceParam, type SearchInput } from '../../ui/search-params.ts';
import { type FindingsSearch, readFindingsSearch } from '../findings/findings-search.ts';

const PROJECT_TABS = ['findings', 'uploads'] as const;
export type ProjectTab = (typeof PROJECT_TABS)[number];

/** Which part of a project is shown, and of its findings which. */
export interface ProjectSearch extends FindingsSearch {
  readonly tab?: ProjectTab;
}

export function readProjectSearch(search: SearchInput): ProjectSearch {
  return {
    tab: choiceParam(search.tab, PROJECT_TABS),
    ...readFindingsSearch({ ...search, project: undefined }),
  };
}
