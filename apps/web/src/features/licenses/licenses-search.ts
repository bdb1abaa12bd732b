import { choiceParam, flagParam, type SearchInput, textParam } from '../../ui/search-params.ts';

export const LICENSE_SORT_FIELDS = ['license_id', 'name', 'component_count'] as const;

/** Which licences are shown, and in which order. The default is the most used first. */
export interface LicensesSearch {
  readonly q?: string;
  /** Also those that no component has. */
  readonly all?: true;
  readonly custom?: true;
  readonly sort?: (typeof LICENSE_SORT_FIELDS)[number];
  readonly desc?: true;
}

export function readLicensesSearch(search: SearchInput): LicensesSearch {
  return {
    q: textParam(search.q),
    all: flagParam(search.all),
    custom: flagParam(search.custom),
    sort: choiceParam(search.sort, LICENSE_SORT_FIELDS),
    desc: flagParam(search.desc),
  };
}
