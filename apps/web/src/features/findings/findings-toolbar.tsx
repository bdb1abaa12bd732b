import type { AnalysisState } from '@tallyman/contract';
import type { ComponentProps, Ref } from 'react';
import { ListNews } from '../../ui/list-news.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { FilterBar } from './filter-bar.tsx';
import type { FindingsSearch } from './findings-search.ts';

interface FindingsToolbarProps {
  readonly search: FindingsSearch;
  readonly onSearch: (change: Partial<FindingsSearch>) => void;
  readonly filterRef: Ref<HTMLInputElement>;
  /** Moves the focus to the list. */
  readonly onLeave: () => void;
  readonly offersProjects: boolean;
  readonly selection: Omit<ComponentProps<typeof BulkBar>, 'onState' | 'onClear'>;
  readonly onState: (state: AnalysisState) => void;
  readonly onClear: () => void;
  /** What others changed. */
  readonly hint: string | undefined;
  readonly onShow: () => void;
}

/** Filters, actions on selected rows, and news about the list. */
export function FindingsToolbar(props: FindingsToolbarProps) {
  const { search, selection, hint } = props;
  return (
    <>
      <FilterBar
        search={search}
        onChange={props.onSearch}
        inputRef={props.filterRef}
        onLeave={props.onLeave}
        offersProjects={props.offersProjects}
      />
      {(selection.count > 0 || selection.isAll) && (
        <BulkBar {...selection} onState={props.onState} onClear={props.onClear} />
      )}
      <ListNews hint={hint} onShow={props.onShow} />
    </>
  );
}
