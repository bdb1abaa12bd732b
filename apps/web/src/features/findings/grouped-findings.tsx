import type { Finding, FindingGrouping } from '@tallyman/contract';
import { type KeyboardEvent, type Ref, type RefObject, useImperativeHandle, useMemo, useState } from 'react';
import { DataGrid, type DataGridHandle } from '../../ui/grid/data-grid.tsx';
import { GridSkeleton } from '../../ui/grid/grid-skeleton.tsx';
import { Problem } from '../../ui/problem.tsx';
import type { KeyTarget } from './finding-keys.ts';
import { type FindingsSearch, hasFilters } from './findings-search.ts';
import { groupColumns } from './group-columns.tsx';
import type { GroupRow } from './group-rows.ts';
import { NoFindings } from './no-findings.tsx';
import { useGroupRows } from './use-group-rows.ts';
import { useListFocus } from './use-list-focus.ts';

export interface GroupedFindingsHandle extends DataGridHandle {
  /** The finding below the given one. */
  next(key: string): Finding | undefined;
}

interface GroupedFindingsProps {
  readonly search: FindingsSearch;
  readonly by: FindingGrouping;
  readonly hiddenColumns: readonly string[] | undefined;
  readonly onOpen: (finding: Finding) => void;
  readonly onActivate: (finding: Finding) => void;
  /** Keys beyond those that move and expand; returns whether it was one. */
  readonly onKey: (event: KeyboardEvent, target: KeyTarget | undefined) => boolean;
  /** Whether the list gets the focus when it appears. */
  readonly takesFocus: RefObject<boolean>;
  readonly selected: ReadonlySet<string>;
  readonly onToggle: ((finding: Finding) => void) | undefined;
  readonly ref?: Ref<GroupedFindingsHandle>;
}

/** Findings in groups. Opening a group shows its findings in place. */
export function GroupedFindings(props: GroupedFindingsProps) {
  const { search, by, hiddenColumns, onOpen, onActivate, onKey, onToggle } = props;
  const { list, rows, toggle } = useGroupRows(search, by);
  const [activeId, setActiveId] = useState<string>();
  const { grid, gridRef } = useListFocus(props.takesFocus);
  useImperativeHandle(props.ref, () => ({
    focus: () => grid.current?.focus(),
    next: (key) => {
      const next = rows[rows.findIndex(({ id }) => id === key) + 1];
      if (next?.kind !== 'finding') return undefined;
      setActiveId(next.id);
      return next.finding;
    },
  }));
  const columns = useMemo(() => groupColumns(by, hiddenColumns, toggle), [by, hiddenColumns, toggle]);
  const tree = useMemo(() => ({ levelOf, isExpanded, onToggle: toggle }), [toggle]);
  if (list.isPending) return <GridSkeleton />;
  return (
    <>
      {list.error && <Problem error={list.error} onRetry={() => void list.refetch()} />}
      <DataGrid
        ref={gridRef}
        label="Findings"
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        total={rows.length + (list.hasNextPage ? 1 : 0)}
        activeId={activeId}
        onActivate={(row) => {
          setActiveId(row.id);
          if (row.kind === 'finding') onActivate(row.finding);
        }}
        onOpen={(row) => {
          setActiveId(row.id);
          if (row.kind === 'finding') onOpen(row.finding);
          else toggle(row);
        }}
        onKey={(event, row) => onKey(event, row && toTarget(row))}
        {...(onToggle
          ? {
              selected: props.selected,
              onToggle: (row: GroupRow) => row.kind === 'finding' && onToggle(row.finding),
            }
          : {})}
        onEndReached={() => void list.fetchNextPage()}
        isMuted={isMuted}
        tree={tree}
        empty={<NoFindings isFiltered={hasFilters(search)} />}
      />
    </>
  );
}

function toTarget(row: GroupRow): KeyTarget | undefined {
  if (row.kind === 'more') return undefined;
  return row.kind === 'finding' ? { finding: row.finding } : { group: row.of };
}

function levelOf({ kind }: GroupRow): number {
  return kind === 'group' ? 1 : 2;
}

function isExpanded(row: GroupRow): boolean | undefined {
  return row.kind === 'group' ? row.isExpanded : undefined;
}

function isMuted(row: GroupRow): boolean {
  return row.kind === 'more' || (row.kind === 'finding' && row.finding.analysis.isSuppressed);
}
