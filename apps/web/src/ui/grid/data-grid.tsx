import { type ColumnDef, tableFeatures, useTable } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
} from 'react';
import { Icon } from '../icons.tsx';
import { isKeyOff } from '../single-keys.ts';
import styles from './data-grid.module.css';
import { type GridColumn, type GridSort, toggleSort, visibleColumns } from './grid-column.ts';
import { EmptyRow, GridRow } from './grid-row.tsx';
import { nextIndex } from './next-index.ts';
import { useEndReached } from './use-end-reached.ts';
import { useRowHeight } from './use-row-height.ts';
import { useWidth } from './use-width.ts';

export interface DataGridHandle {
  focus(): void;
}

interface DataGridProps<Row> {
  readonly label: string;
  readonly columns: readonly GridColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  /** Of all rows, those that are not loaded yet included. */
  readonly total: number;
  readonly sort?: GridSort | undefined;
  readonly onSort?: (sort: GridSort) => void;
  /** The row that keys act on. */
  readonly activeId: string | undefined;
  readonly onActivate: (row: Row) => void;
  readonly onOpen: (row: Row) => void;
  readonly selected?: ReadonlySet<string>;
  readonly onToggle?: (row: Row) => void;
  /** Keys beyond those that move; returns whether it was one. No row is active until one was chosen. */
  readonly onKey?: (event: KeyboardEvent, row: Row | undefined) => boolean;
  /** Asked for when the end of what is loaded comes into view. */
  readonly onEndReached?: () => void;
  readonly isMuted?: (row: Row) => boolean;
  readonly empty?: ReactNode;
  /** Makes rows expandable; arrow keys to the right and left expand, collapse and go to the parent. */
  readonly tree?: GridTree<Row>;
  readonly ref?: Ref<DataGridHandle>;
}

export interface GridTree<Row> {
  /** From 1. */
  readonly levelOf: (row: Row) => number;
  /** Undefined for rows without children. */
  readonly isExpanded: (row: Row) => boolean | undefined;
  readonly onToggle: (row: Row) => void;
}

const features = tableFeatures({});
const HEADER_HEIGHT = 34;

/**
 * A list of many rows, of which only those in view are in the document. The grid itself has the focus and names the
 * row that keys act on (aria-activedescendant), so the focus survives whatever scrolling removes.
 */
export function DataGrid<Row extends object>(props: DataGridProps<Row>) {
  const { label, rows, rowId, total, activeId, onActivate, onOpen, onKey, onToggle } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const width = useWidth(scroller);
  const rowHeight = useRowHeight();
  const columns = useMemo(() => visibleColumns(props.columns, width), [props.columns, width]);
  const table = useTable({ features, columns: useTableColumns(columns), data: rows, getRowId: rowId });
  const models = table.getRowModel().rows;
  const virtualizer = useVirtualizer({
    count: models.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    scrollPaddingStart: HEADER_HEIGHT,
    overscan: 8,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height makes all positions wrong
  useEffect(() => virtualizer.measure(), [rowHeight]);
  useImperativeHandle(props.ref, () => ({ focus: () => scroller.current?.focus() }));
  const items = virtualizer.getVirtualItems();
  useEndReached(items.at(-1)?.index, models.length, total, props.onEndReached);

  const activeIndex = models.findIndex(({ id }) => id === activeId);
  const move = (index: number) => {
    const row = models[index]?.original;
    if (!row) return;
    onActivate(row);
    virtualizer.scrollToIndex(index, { align: 'auto' });
  };
  const handleKey = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isKeyOff(event.key)) return;
    const target = nextIndex(event.key, activeIndex, models.length, pageOf(scroller.current, rowHeight));
    const row = models[activeIndex]?.original;
    if (target !== undefined) move(target);
    else if (row && props.tree && /^Arrow(Left|Right)$/.test(event.key)) {
      moveInTree(
        props.tree,
        models.map(({ original }) => original),
        activeIndex,
        event.key,
        move,
      );
    } else if (row && event.key === 'Enter') onOpen(row);
    else if (row && (event.key === 'x' || event.key === ' ') && onToggle) onToggle(row);
    else if (!onKey?.(event, row)) return;
    event.preventDefault();
  };

  const template = columns.map(({ width: track }) => track).join(' ');
  const isActiveInView = items.some(({ index }) => index === activeIndex);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot leave out the rows that are not in view
    <div
      ref={scroller}
      className={styles.grid}
      role="grid"
      {...(props.tree ? { role: 'treegrid' } : {})}
      aria-label={label}
      aria-rowcount={total + 1}
      aria-activedescendant={isActiveInView ? rowElementId(activeId) : undefined}
      aria-multiselectable={props.selected ? true : undefined}
      tabIndex={0}
      onKeyDown={handleKey}
    >
      <GridHeader columns={columns} template={template} sort={props.sort} onSort={props.onSort} />
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div
        role="rowgroup"
        tabIndex={-1}
        className={styles.body}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {items.map(({ index, start }) => {
          const model = models[index];
          if (!model) return null;
          return (
            <GridRow
              key={model.id}
              elementId={rowElementId(model.id)}
              row={model.original}
              columns={columns}
              template={template}
              index={index}
              start={start}
              height={rowHeight}
              isActive={index === activeIndex}
              isSelected={props.selected?.has(model.id)}
              isMuted={props.isMuted?.(model.original) ?? false}
              level={props.tree?.levelOf(model.original)}
              isExpanded={props.tree?.isExpanded(model.original)}
              onToggle={onToggle}
              onOpen={onOpen}
            />
          );
        })}
      </div>
      {models.length === 0 && props.empty !== undefined && <EmptyRow>{props.empty}</EmptyRow>}
    </div>
  );
}

function moveInTree<Row>(
  tree: GridTree<Row>,
  rows: readonly Row[],
  index: number,
  key: string,
  onMove: (index: number) => void,
): void {
  const row = rows[index] as Row;
  const isExpanded = tree.isExpanded(row);
  if (key === 'ArrowRight' && isExpanded) onMove(index + 1);
  else if (key === 'ArrowRight' ? isExpanded === false : isExpanded) tree.onToggle(row);
  else if (key === 'ArrowLeft') {
    onMove(rows.slice(0, index).findLastIndex((other) => tree.levelOf(other) < tree.levelOf(row)));
  }
}

/** The table keeps the rows and their identity; widths and order of columns are the grid's. */
function useTableColumns<Row extends object>(columns: readonly GridColumn<Row>[]) {
  return useMemo(
    () => columns.map(({ id, title }): ColumnDef<typeof features, Row> => ({ id, header: title })),
    [columns],
  );
}

function pageOf(element: HTMLElement | null, rowHeight: number): number {
  return Math.max(1, Math.floor(((element?.clientHeight ?? 0) - HEADER_HEIGHT) / rowHeight) - 1);
}

function rowElementId(id: string | undefined): string | undefined {
  return id === undefined ? undefined : `row-${id}`;
}

interface HeaderProps<Row> {
  readonly columns: readonly GridColumn<Row>[];
  readonly template: string;
  readonly sort: GridSort | undefined;
  readonly onSort: ((sort: GridSort) => void) | undefined;
}

function GridHeader<Row>({ columns, template, sort, onSort }: HeaderProps<Row>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see DataGrid
    <div role="rowgroup" tabIndex={-1} className={styles.header}>
      {/* biome-ignore lint/a11y/useSemanticElements: see DataGrid */}
      <div
        role="row"
        tabIndex={-1}
        aria-rowindex={1}
        className={styles.headerRow}
        style={{ gridTemplateColumns: template }}
      >
        {columns.map((column) => {
          const isSorted = column.sortBy !== undefined && sort?.by === column.sortBy;
          const direction = sort?.descending ? 'descending' : 'ascending';
          return (
            // biome-ignore lint/a11y/useSemanticElements: see DataGrid
            <div
              key={column.id}
              role="columnheader"
              tabIndex={-1}
              aria-sort={isSorted ? direction : undefined}
              className={styles.headerCell}
              data-align={column.align}
            >
              <HeaderTitle column={column} sort={sort} onSort={onSort} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

function HeaderTitle<Row>({
  column,
  sort,
  onSort,
}: Omit<HeaderProps<Row>, 'columns' | 'template'> & { column: GridColumn<Row> }) {
  const { sortBy, title, align } = column;
  if (sortBy === undefined || !onSort) return <span>{title}</span>;
  const isSorted = sort?.by === sortBy;
  return (
    <button
      type="button"
      className={styles.sort}
      onClick={() => onSort(toggleSort(sort, sortBy, align === 'right'))}
    >
      {title}
      {isSorted && <Icon name={sort.descending ? 'sortDown' : 'sortUp'} size={12} />}
    </button>
  );
}
