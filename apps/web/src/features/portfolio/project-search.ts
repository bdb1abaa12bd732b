import { choiceParam, flagParam, type SearchInput, textParam } from '../../ui/search-params.ts';
import { type FindingsSearch, readFindingsSearch } from '../findings/findings-search.ts';
import { readTrendSearch, type TrendSearch } from '../metrics/trend-days.ts';

const PROJECT_TABS = ['overview', 'findings', 'components', 'dependencies', 'uploads'] as const;
export type ProjectTab = (typeof PROJECT_TABS)[number];

export const COMPONENT_SORT_FIELDS = ['name', 'group', 'last_inherited_risk_score'] as const;

/** Which components of a project are shown, and in which order. */
export interface ProjectComponentsSearch {
  /** Part of a name or group. */
  readonly component?: string;
  readonly direct?: true;
  readonly outdated?: true;
  readonly order?: (typeof COMPONENT_SORT_FIELDS)[number];
  readonly down?: true;
}

/** Which part of a project is shown, and what of it. */
export interface ProjectSearch extends FindingsSearch, ProjectComponentsSearch, TrendSearch {
  readonly tab?: ProjectTab;
  /** The component whose paths are shown among the dependencies. */
  readonly to?: string;
  /** Whether dependencies are shown as a graph. */
  readonly graph?: true;
  /** Whether only the shortest paths to components with findings are shown. */
  readonly paths?: true;
  /** The VEX import whose receipt is shown among the uploads. */
  readonly receipt?: string;
}

export function readProjectSearch(search: SearchInput): ProjectSearch {
  return {
    tab: choiceParam(search.tab, PROJECT_TABS),
    to: textParam(search.to),
    graph: flagParam(search.graph),
    paths: flagParam(search.paths),
    receipt: textParam(search.receipt),
    component: textParam(search.component),
    direct: flagParam(search.direct),
    outdated: flagParam(search.outdated),
    order: choiceParam(search.order, COMPONENT_SORT_FIELDS),
    down: flagParam(search.down),
    ...readTrendSearch(search),
    ...readFindingsSearch({ ...search, project: undefined }),
  };
}

/** Without what belongs to the other tabs. */
export function toFindingsSearch({
  tab: _tab,
  days: _days,
  to: _to,
  graph: _graph,
  paths: _paths,
  receipt: _receipt,
  component: _component,
  direct: _direct,
  outdated: _outdated,
  order: _order,
  down: _down,
  ...search
}: ProjectSearch): FindingsSearch {
  return search;
}
