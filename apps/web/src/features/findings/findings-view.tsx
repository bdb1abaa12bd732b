import { Loader } from '@mantine/core';
import { analysisOperations, type Finding, type FindingGrouping } from '@tallyman/contract';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useMayCall } from '../../api/session.ts';
import { countOf, formatCount } from '../../ui/format-number.ts';
import { DataGrid } from '../../ui/grid/data-grid.tsx';
import type { GridSort } from '../../ui/grid/grid-column.ts';
import { GridSkeleton } from '../../ui/grid/grid-skeleton.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SourcesNotice } from '../mirroring/sources-notice.tsx';
import { changeTo } from './decision.ts';
import { findingKey } from './finding-key.ts';
import { handleFindingKey, type KeyActions, type KeyTarget } from './finding-keys.ts';
import { FindingTotals } from './finding-totals.tsx';
import { FindingsActions } from './findings-actions.tsx';
import { findingsQuery } from './findings-query.ts';
import { type FindingsSearch, hasFilters, SORT_FIELDS } from './findings-search.ts';
import { FindingsToolbar } from './findings-toolbar.tsx';
import styles from './findings-view.module.css';
import { nextGrouping } from './group-switch.tsx';
import type { GroupedFindingsHandle } from './grouped-findings.tsx';
import { NoFindings } from './no-findings.tsx';
import { useCommentFocus } from './use-comment-focus.ts';
import { useFindingColumns } from './use-finding-columns.tsx';
import { useFindingDecisions } from './use-finding-decisions.tsx';
import { useFindingsList, useOpenFinding } from './use-findings-list.ts';
import { useListFocus } from './use-list-focus.ts';
import { useLiveFindings } from './use-live-findings.ts';
import { useSelection } from './use-selection.ts';

interface FindingsViewProps {
  readonly search: FindingsSearch;
  /** `replace` leaves no step to go back to, as for moving through a list. */
  readonly onSearch: (change: Partial<FindingsSearch>, replace?: boolean) => void;
  /** Columns that say what is clear from the page are left out. */
  readonly hiddenColumns?: readonly string[];
  readonly children: (facts: ReactNode, content: ReactNode, actions: ReactNode) => ReactNode;
}

const loadPanel = () => import('./finding-panel.tsx');
const FindingPanel = lazy(async () => ({ default: (await loadPanel()).FindingPanel }));
const GroupedFindings = lazy(async () => ({
  default: (await import('./grouped-findings.tsx')).GroupedFindings,
}));

/** The list of findings with filters, panel and keys; the page around it says of what. */
export function FindingsView({ search, onSearch, hiddenColumns, children }: FindingsViewProps) {
  const list = useFindingsList(search);
  const { query, rows } = list;
  const [activeId, setActiveId] = useState<string | undefined>(search.sel);
  const selection = useSelection(JSON.stringify(findingsQuery(search).queryKey), rows);
  const takesFocus = useRef(false);
  const { grid, gridRef } = useListFocus(takesFocus);
  const groups = useRef<GroupedFindingsHandle>(null);
  const filter = useRef<HTMLInputElement>(null);
  const views = useRef<HTMLButtonElement>(null);
  const { panelRef, focusComment } = useCommentFocus();
  useEffect(() => void loadPanel(), []);
  const mayDecide = useMayCall(analysisOperations.recordAnalysis);
  const { decide, decideOn, dialogs } = useFindingDecisions(search, selection);
  const live = useLiveFindings(search);
  const isOfProject = hiddenColumns?.includes('project') ?? false;

  const open = useOpenFinding(rows, search);
  const openRow = useCallback(
    (row: Finding) => {
      setActiveId(findingKey(row));
      onSearch({ sel: findingKey(row) }, search.sel !== undefined);
    },
    [onSearch, search.sel],
  );
  const activate = useCallback(
    (row: Finding) => {
      setActiveId(findingKey(row));
      if (search.sel !== undefined) onSearch({ sel: findingKey(row) }, true);
    },
    [onSearch, search.sel],
  );
  const focusList = () => (grid.current ?? groups.current)?.focus();
  const close = () => {
    onSearch({ sel: undefined });
    focusList();
  };
  const keys: KeyActions = {
    mayDecide,
    onFilter: () => filter.current?.focus(),
    // After the key event, which would close the menu that it opened.
    onViews: () => requestAnimationFrame(() => views.current?.click()),
    onGroup: () => {
      takesFocus.current = true;
      group(nextGrouping(search.group));
    },
    onEscape: () => {
      if (search.sel !== undefined) close();
      else if (selection.selected.size > 0 || selection.isAll) selection.clear();
      else return false;
      return true;
    },
    onAll: selection.selectAll,
    onState: (target, state) => decideOn(target, changeTo(state)),
    onSuppress: (target) => decideOn(target, { isSuppressed: !isSuppressedTarget(target) }),
    onComment: (finding) => {
      openRow(finding);
      focusComment();
    },
  };
  const openNext = () => {
    const next = search.group ? groups.current?.next(search.sel ?? '') : rowAfter(rows, search.sel);
    if (next) openRow(next);
  };

  const { selected, toggle } = selection;
  const columns = useFindingColumns(hiddenColumns, mayDecide ? selection : undefined);
  const group = (by: FindingGrouping | undefined) => onSearch({ group: by });
  const facts = list.total !== undefined && <ListFacts list={list} onGroup={group} />;
  const content = (
    <>
      <SourcesNotice />
      <FindingsToolbar
        search={search}
        onSearch={onSearch}
        filterRef={filter}
        onLeave={focusList}
        offersProjects={!isOfProject}
        selection={toBar(selection, list)}
        onState={(state) => decideOn(undefined, changeTo(state))}
        onClear={selection.clear}
        hint={live.hint}
        onShow={live.show}
      />
      {query.error && <Problem error={query.error} onRetry={() => void query.refetch()} />}
      <div className={styles.split} data-open={open ? true : undefined}>
        {search.group ? (
          <Suspense fallback={<GridSkeleton />}>
            <GroupedFindings
              key={search.group}
              ref={groups}
              search={search}
              by={search.group}
              hiddenColumns={hiddenColumns}
              onOpen={openRow}
              onActivate={activate}
              onKey={(event, target) => handleFindingKey(event, target, keys)}
              takesFocus={takesFocus}
              selected={selected}
              onToggle={mayDecide ? toggle : undefined}
            />
          </Suspense>
        ) : query.isPending ? (
          <GridSkeleton />
        ) : (
          <DataGrid
            ref={gridRef}
            label="Findings"
            columns={columns}
            rows={rows}
            rowId={findingKey}
            total={list.total ?? 0}
            sort={sortOf(search)}
            onSort={({ by, descending }) =>
              onSearch({
                sort: SORT_FIELDS.find((field) => field === by),
                desc: descending ? true : undefined,
              })
            }
            activeId={activeId}
            onActivate={activate}
            onOpen={openRow}
            onKey={(event, finding) => handleFindingKey(event, finding && { finding }, keys)}
            {...(mayDecide ? { selected, onToggle: toggle } : {})}
            onEndReached={() => void query.fetchNextPage()}
            isMuted={isSuppressed}
            empty={<NoFindings isFiltered={hasFilters(search)} />}
          />
        )}
        {open && (
          <Suspense>
            <FindingPanel
              ref={panelRef}
              finding={open}
              mayDecide={mayDecide}
              onDecide={(change, comment) => decide({ findings: [open], change, comment })}
              onNext={openNext}
              onClose={close}
            />
          </Suspense>
        )}
      </div>
      {dialogs}
    </>
  );
  const actions = (
    <FindingsActions search={search} onSearch={onSearch} isOfProject={isOfProject} viewsRef={views} />
  );
  return children(facts, content, actions);
}

type List = ReturnType<typeof useFindingsList>;

interface ListFactsProps {
  readonly list: List;
  readonly onGroup: (by: FindingGrouping) => void;
}

function ListFacts({ list: { total = 0, isExact, totals, isFetching }, onGroup }: ListFactsProps) {
  return (
    <>
      <span>{`${countOf(total, 'finding')}${isExact ? '' : ' or more'}`}</span>
      <FindingTotals totals={totals} onGroup={onGroup} />
      {isFetching && <Loader size={10} ml={8} color="gray" aria-label="Loading" />}
    </>
  );
}

/** What the bar of selected findings says. */
function toBar({ selected, isAll, selectAll }: ReturnType<typeof useSelection>, { total, isExact }: List) {
  const matching = total === undefined ? undefined : `${formatCount(total)}${isExact ? '' : '+'}`;
  return { count: selected.size, isAll, matching, onAll: selectAll };
}

function sortOf({ sort = 'vulnerability.severity', desc }: FindingsSearch): GridSort {
  return { by: sort, descending: desc ?? false };
}

function isSuppressed({ analysis }: Finding): boolean {
  return analysis.isSuppressed;
}

function isSuppressedTarget(target: KeyTarget): boolean {
  return 'finding' in target && target.finding.analysis.isSuppressed;
}

function rowAfter(rows: readonly Finding[], key: string | undefined): Finding | undefined {
  return rows[rows.findIndex((row) => findingKey(row) === key) + 1];
}
