import { useEffect } from 'react';

/** Calls `onEndReached` when the last rows that are loaded come into view and there are more. */
export function useEndReached(
  last: number | undefined,
  loaded: number,
  total: number,
  onEndReached: (() => void) | undefined,
): void {
  const isNear = last !== undefined && last >= loaded - 30 && loaded < total;
  useEffect(() => {
    if (isNear) onEndReached?.();
  }, [isNear, onEndReached]);
}
