import { type MouseEvent, memo, type ReactNode } from 'react';
import styles from './data-grid.module.css';
import type { GridColumn } from './grid-column.ts';

interface GridRowProps<Row> {
  readonly elementId: string | undefined;
  readonly row: Row;
  readonly columns: readonly GridColumn<Row>[];
  readonly template: string;
  readonly index: number;
  readonly start: number;
  readonly height: number;
  readonly isActive: boolean;
  /** Nothing in grids without selection. */
  readonly isSelected: boolean | undefined;
  readonly isMuted: boolean;
  /** In trees, from 1. */
  readonly level?: number | undefined;
  readonly isExpanded?: boolean | undefined;
  readonly onOpen: (row: Row) => void;
  readonly onToggle?: ((row: Row) => void) | undefined;
}

function Row<Row>(props: GridRowProps<Row>) {
  const { row, columns, index, isActive, isSelected, isMuted, onOpen, onToggle } = props;
  const open = (event: MouseEvent) => {
    if (isOnControl(event.target) || hasSelectedText()) return;
    if (onToggle && (event.ctrlKey || event.metaKey || event.shiftKey)) onToggle(row);
    else onOpen(row);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the grid, which has the focus
    // biome-ignore lint/a11y/useSemanticElements: see DataGrid
    <div
      id={props.elementId}
      role="row"
      tabIndex={-1}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-level={props.level}
      aria-expanded={props.isExpanded}
      className={styles.row}
      data-active={isActive || undefined}
      data-selected={isSelected || undefined}
      data-muted={isMuted || undefined}
      style={{
        transform: `translateY(${props.start}px)`,
        height: props.height,
        gridTemplateColumns: props.template,
      }}
      onClick={open}
    >
      {columns.map((column) => (
        // biome-ignore lint/a11y/useSemanticElements: see DataGrid
        <div key={column.id} role="gridcell" tabIndex={-1} className={styles.cell} data-align={column.align}>
          {column.cell(row)}
        </div>
      ))}
    </div>
  );
}

/** Rendered again only when something of it changed: a list moves its active row with every key. */
export const GridRow = memo(Row) as typeof Row;

function isOnControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input, label') !== null;
}

function hasSelectedText(): boolean {
  return (window.getSelection()?.toString() ?? '') !== '';
}

/** Says why a grid is empty. A grid may contain only rows. */
export function EmptyRow({ children }: { readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see DataGrid
    <div role="row" tabIndex={-1}>
      {/* biome-ignore lint/a11y/useSemanticElements: see DataGrid */}
      <div role="gridcell" tabIndex={-1}>
        {children}
      </div>
    </div>
  );
}
