import type { Finding } from '@tallyman/contract';
import { useMemo } from 'react';
import type { GridColumn } from '../../ui/grid/grid-column.ts';
import { findingColumns } from './finding-columns.tsx';
import { findingKey } from './finding-key.ts';

interface Selection {
  readonly selected: ReadonlySet<string>;
  readonly toggle: (row: Finding) => void;
}

/** With a column to select rows if they can be selected. */
export function useFindingColumns(
  hidden: readonly string[] | undefined,
  selection: Selection | undefined,
): readonly GridColumn<Finding>[] {
  const { selected, toggle } = selection ?? {};
  return useMemo(
    () => [
      ...(selected && toggle ? [selectColumn(selected, toggle)] : []),
      ...findingColumns.filter(({ id }) => !hidden?.includes(id)),
    ],
    [selected, toggle, hidden],
  );
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
