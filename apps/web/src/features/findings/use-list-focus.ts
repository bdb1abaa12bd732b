import { type RefObject, useCallback, useRef } from 'react';
import type { DataGridHandle } from '../../ui/grid/data-grid.tsx';

/** A key that replaces the list leaves the focus in the next one: that which appears while `takesFocus` is true. */
export function useListFocus(takesFocus: RefObject<boolean>) {
  const grid = useRef<DataGridHandle>(null);
  const gridRef = useCallback(
    (handle: DataGridHandle | null) => {
      grid.current = handle;
      if (handle && takesFocus.current) handle.focus();
      if (handle) takesFocus.current = false;
    },
    [takesFocus],
  );
  return { grid, gridRef };
}
