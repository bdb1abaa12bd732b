import {
  ANALYSIS_STATES,
  type AnalysisState,
  FINDING_GROUPINGS,
  type FindingGrouping,
  SEVERITIES,
  type Severity,
  SOURCES,
  type Source,
} from '@tallyman/contract';
import {
  choiceParam,
  flagParam,
  listParam,
  numberParam,
  type SearchInput,
  textParam,
} from '../../ui/search-params.ts';

export const SORT_FIELDS = [
  'vulnerability.severity',
  'vulnerability.vulnId',
  'component.name',
  'component.projectName',
  'vulnerability.cvssV3BaseScore',
  'vulnerability.epssScore',
  'analysis.state',
  'attribution.attributedOn',
] as const;
type SortField = (typeof SORT_FIELDS)[number];

export const FIX_CHOICES = ['yes', 'no'] as const;
export type FixChoice = (typeof FIX_CHOICES)[number];

/** Everything that decides which findings are shown, and how: all of it is in the address of the page. */
export interface FindingsSearch {
  readonly q?: string;
  readonly sev?: Severity[];
  readonly state?: AnalysisState[];
  readonly kev?: true;
  readonly epss?: number;
  /** Whether a fixed version is known. */
  readonly fix?: FixChoice;
  readonly suppressed?: true;
  readonly source?: Source;
  readonly tag?: string;
  /** Without versions that a later one has replaced. */
  readonly latest?: true;
  readonly project?: string;
  readonly case?: string;
  readonly sort?: SortField;
  readonly desc?: true;
  readonly group?: FindingGrouping;
  /** The open finding. */
  readonly sel?: string;
}

export function readFindingsSearch(search: SearchInput): FindingsSearch {
  return {
    q: textParam(search.q),
    sev: listParam(search.sev, SEVERITIES),
    state: listParam(search.state, ANALYSIS_STATES),
    kev: flagParam(search.kev),
    epss: numberParam(search.epss),
    fix: choiceParam(search.fix, FIX_CHOICES),
    suppressed: flagParam(search.suppressed),
    source: choiceParam(search.source, SOURCES),
    tag: textParam(search.tag),
    latest: flagParam(search.latest),
    project: textParam(search.project),
    case: textParam(search.case),
    sort: choiceParam(search.sort, SORT_FIELDS),
    desc: flagParam(search.desc),
    group: choiceParam(search.group, FINDING_GROUPINGS),
    sel: textParam(search.sel),
  };
}

/** Without what only says how they are shown. */
export function hasFilters({
  sort: _sort,
  desc: _desc,
  group: _group,
  sel: _sel,
  project: _project,
  ...filters
}: FindingsSearch): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}
