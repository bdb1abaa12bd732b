import { Loader } from '@mantine/core';
import {
  type AnalysisJustification,
  type AnalysisState,
  analysisOperations,
  type Finding,
} from '@tallyman/contract';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useMayCall } from '../../api/session.ts';
import { countOf } from '../../ui/format-number.ts';
import { DataGrid, type DataGridHandle } from '../../ui/grid/data-grid.tsx';
import type { GridColumn, GridSort } from '../../ui/grid/grid-column.ts';
import { GridSkeleton } from '../../ui/grid/grid-skeleton.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SourcesNotice } from '../mirroring/sources-notice.tsx';
import { changeTo } from './decision.ts';
import { STATE_KEYS } from './decision-words.ts';
import { findingColumns } from './finding-columns.tsx';
import { findingKey } from './finding-key.ts';
import { FindingPanel, type FindingPanelHandle } from './finding-panel.tsx';
import { FindingsActions } from './findings-actions.tsx';
import { findingsQuery } from './findings-query.ts';
import { type FindingsSearch, hasFilters, SORT_FIELDS } from './findings-search.ts';
import { FindingsToolbar } from './findings-toolbar.tsx';
import styles from './findings-view.module.css';
import { JustificationDialog } from './justification-dialog.tsx';
import { NoFindings } from './no-findings.tsx';
import { undoLast } from './undo-stack.ts';
import { useDecide } from './use-decide.ts';
import { useLiveFindings } from './use-live-findings.ts';

interface FindingsViewProps {
  readonly search: FindingsSearch;
  /** `replace` leaves no step to go back to, as for moving through a list. */
  readonly onSearch: (change: Partial<FindingsSearch>, replace?: boolean) => void;
  /** Columns that say what is clear from the page are left out. */
  readonly hiddenColumns?: readonly string[];
  readonly children: (facts: ReactNode, content: ReactNode, actions: ReactNode) => ReactNode;
}

const NO_FINDINGS: readonly Finding[] = [];

/** The list of findings with filters, panel and keys; the page around it says of what. */
export function FindingsView({ search, onSearch, hiddenColumns, children }: FindingsViewProps) {
  const query = useInfiniteQuery({ ...findingsQuery(search), placeholderData: keepPreviousData });
  const pages = query.data?.pages;
  const rows = useMemo(() => pages?.flatMap((page) => page.rows) ?? NO_FINDINGS, [pages]);
  const total = pages?.[0]?.total ?? 0;
  const isExact = pages?.[0]?.isExact ?? true;

  const [activeId, setActiveId] = useState<string | undefined>(search.sel);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<readonly Finding[]>();
  const grid = useRef<DataGridHandle>(null);
  const filter = useRef<HTMLInputElement>(null);
  const panel = useRef<FindingPanelHandle>(null);
  const views = useRef<HTMLButtonElement>(null);
  const mayDecide = useMayCall(analysisOperations.recordAnalysis);
  const decide = useDecide();
  const live = useLiveFindings(search);
  const isOfProject = hiddenColumns?.includes('project') ?? false;

  const open = useMemo(() => rows.find((row) => findingKey(row) === search.sel), [rows, search.sel]);
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
  const close = () => {
    onSearch({ sel: undefined });
    grid.current?.focus();
  };
  const toggle = useCallback(
    (row: Finding) => setSelected((present) => toggled(present, findingKey(row))),
    [],
  );

  const selectedRows = () => rows.filter((row) => selected.has(findingKey(row)));
  const targets = (row: Finding) => (selected.size > 0 ? selectedRows() : [row]);
  const decideState = (findings: readonly Finding[], state: AnalysisState, why?: AnalysisJustification) => {
    if (state === 'NOT_AFFECTED' && why === undefined) setAsked(findings);
    else void decide({ findings, change: changeTo(state, why) });
  };
  const handleKey = (event: KeyboardEvent, row: Finding | undefined): boolean => {
    if (event.key === '/') filter.current?.focus();
    else if (event.key === 'v') views.current?.click();
    else if (event.key === 'Escape' && search.sel !== undefined) close();
    else if (event.key === 'Escape' && selected.size > 0) setSelected(new Set());
    else if (!row || !mayDecide) return false;
    else if (event.key === 'n') decideState(targets(row), 'NOT_AFFECTED');
    else if (STATE_KEYS[event.key]) decideState(targets(row), STATE_KEYS[event.key] as AnalysisState);
    else if (event.key === 's')
      void decide({ findings: targets(row), change: { isSuppressed: !row.analysis.isSuppressed } });
    else if (event.key === 'u') void undoLast();
    else if (event.key === 'c') {
      openRow(row);
      requestAnimationFrame(() => panel.current?.focusComment());
    } else return false;
    return true;
  };

  const columns = useMemo(
    () => [
      ...(mayDecide ? [selectColumn(selected, toggle)] : []),
      ...findingColumns.filter(({ id }) => !hiddenColumns?.includes(id)),
    ],
    [mayDecide, selected, toggle, hiddenColumns],
  );
  const facts = query.data && <Count total={total} isExact={isExact} isFetching={query.isFetching} />;
  const content = (
    <>
      <SourcesNotice />
      <FindingsToolbar
        search={search}
        onSearch={onSearch}
        filterRef={filter}
        onLeave={() => grid.current?.focus()}
        offersProjects={!isOfProject}
        selectedCount={selected.size}
        onState={(state) => decideState(selectedRows(), state)}
        onClear={() => setSelected(new Set())}
        hint={live.hint}
        onShow={() => {
          live.dismiss();
          void query.refetch();
        }}
      />
      {query.error && <Problem error={query.error} onRetry={() => void query.refetch()} />}
      <div className={styles.split} data-open={open ? true : undefined}>
        {query.isPending ? (
          <GridSkeleton />
        ) : (
          <DataGrid
            ref={grid}
            label="Findings"
            columns={columns}
            rows={rows}
            rowId={findingKey}
            total={total}
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
            onKey={handleKey}
            {...(mayDecide ? { selected, onToggle: toggle } : {})}
            onEndReached={() => void query.fetchNextPage()}
            isMuted={isSuppressed}
            empty={<NoFindings isFiltered={hasFilters(search)} />}
          />
        )}
        {open && (
          <FindingPanel
            ref={panel}
            finding={open}
            mayDecide={mayDecide}
            onDecide={(change, comment) => decide({ findings: [open], change, comment })}
            onNext={() => openNext(rows, open, openRow)}
            onClose={close}
          />
        )}
      </div>
      <JustificationDialog
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
        onChoose={(justification) => {
          if (asked) decideState(asked, 'NOT_AFFECTED', justification);
          setAsked(undefined);
        }}
      />
    </>
  );
  const actions = (
    <FindingsActions search={search} onSearch={onSearch} isOfProject={isOfProject} viewsRef={views} />
  );
  return children(facts, content, actions);
}

interface CountProps {
  readonly total: number;
  readonly isExact: boolean;
  readonly isFetching: boolean;
}

function Count({ total, isExact, isFetching }: CountProps) {
  return (
    <>
      {countOf(total, 'finding')}
      {isExact ? '' : ' or more'}
      {isFetching && <Loader size={10} ml={8} color="gray" aria-label="Loading" />}
    </>
  );
}

function sortOf({ sort = 'vulnerability.severity', desc }: FindingsSearch): GridSort {
  return { by: sort, descending: desc ?? false };
}

function isSuppressed({ analysis }: Finding): boolean {
  return analysis.isSuppressed;
}

function toggled(set: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(key)) next.add(key);
  return next;
}

function openNext(rows: readonly Finding[], present: Finding, onOpen: (row: Finding) => void): void {
  const next = rows[rows.findIndex((row) => findingKey(row) === findingKey(present)) + 1];
  if (next) onOpen(next);
}

/** For the mouse: with keys, x selects the row. */
function selectColumn(selected: ReadonlySet<string>, onToggle: (row: Finding) => void): GridColumn<Finding> {
  return {
    id: 'select',
    title: '',
    width: '14px',
    cell: (row) => (
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={`Select ${row.vulnerability.vulnId} in ${row.component.name}`}
        checked={selected.has(findingKey(row))}
        onChange={() => onToggle(row)}
      />
    ),
  };
}
