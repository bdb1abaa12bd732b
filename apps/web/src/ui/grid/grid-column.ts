import type { ReactNode } from 'react';

export interface GridColumn<Row> {
  readonly id: string;
  readonly title: string;
  /** A track of a CSS grid, such as `minmax(120px, 1fr)`. */
  readonly width: string;
  readonly align?: 'left' | 'right';
  /** What the list is sorted by when the title is chosen; columns without it cannot be sorted. */
  readonly sortBy?: string;
  /** Left out when the grid is narrower than this many pixels. */
  readonly hideBelow?: number;
  readonly cell: (row: Row) => ReactNode;
}

export interface GridSort {
  readonly by: string;
  readonly descending: boolean;
}

/** Those that there is space for. */
export function visibleColumns<Row>(columns: readonly GridColumn<Row>[], width: number): GridColumn<Row>[] {
  return columns.filter(({ hideBelow = 0 }) => width === 0 || width >= hideBelow);
}

/** The first choice of a column sorts it as `first` says, the next one the other way round. */
export function toggleSort(current: GridSort | undefined, by: string, firstDescending: boolean): GridSort {
  return { by, descending: current?.by === by ? !current.descending : firstDescending };
}
