import { type ReactNode, useRef, useState } from 'react';
import type { LoadedList } from '../../api/list-query.ts';
import { FilterText } from '../filter-text.tsx';
import { Problem } from '../problem.tsx';
import { DataGrid, type DataGridHandle } from './data-grid.tsx';
import type { GridColumn, GridSort } from './grid-column.ts';
import styles from './grid-list.module.css';
import { GridSkeleton } from './grid-skeleton.tsx';

interface TextFilter {
  readonly label: string;
  readonly placeholder: string;
  readonly text: string | undefined;
  readonly onChange: (text: string | undefined) => void;
}

interface GridListProps<Row> {
  readonly label: string;
  readonly list: LoadedList<Row>;
  readonly columns: readonly GridColumn<Row>[];
  readonly rowId: (row: Row) => string;
  readonly sort: GridSort;
  readonly onSort: (sort: GridSort) => void;
  readonly onOpen: (row: Row) => void;
  readonly filter: TextFilter;
  /** Further filters beside the text. */
  readonly filters?: ReactNode;
  readonly empty: ReactNode;
  readonly isMuted?: (row: Row) => boolean;
}

/** A list with a text filter. The key `/` goes to the filter, Enter in the filter goes to the list. */
export function GridList<Row extends object>({ list, filter, filters, ...grid }: GridListProps<Row>) {
  const [activeId, setActiveId] = useState<string>();
  const handle = useRef<DataGridHandle>(null);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <search className={styles.filters} aria-label="Filters">
        <FilterText
          label={filter.label}
          placeholder={filter.placeholder}
          text={filter.text ?? ''}
          onChange={(text) => filter.onChange(text || undefined)}
          inputRef={input}
          onLeave={() => handle.current?.focus()}
        />
        {filters}
      </search>
      {list.error && <Problem error={list.error} onRetry={list.retry} />}
      {list.isPending ? (
        <GridSkeleton />
      ) : (
        <DataGrid
          {...grid}
          ref={handle}
          rows={list.rows}
          total={list.total}
          activeId={activeId}
          onActivate={(row) => setActiveId(grid.rowId(row))}
          onKey={({ key }) => {
            if (key !== '/') return false;
            input.current?.focus();
            return true;
          }}
          onEndReached={list.loadMore}
        />
      )}
    </>
  );
}
