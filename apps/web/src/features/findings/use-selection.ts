import type { Finding } from '@tallyman/contract';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { findingKey } from './finding-key.ts';

interface Selection {
  /** Of the loaded findings. */
  readonly selected: ReadonlySet<string>;
  /** All findings of the search are meant, those that are not loaded included. */
  readonly isAll: boolean;
  readonly toggle: (row: Finding) => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
}

const NONE: ReadonlySet<string> = new Set();

/** `rows` are the loaded findings. `filter` is what all findings means: another one clears it. */
export function useSelection(filter: string, rows: readonly Finding[]): Selection {
  const [chosen, setChosen] = useState(NONE);
  const [isAll, setAll] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: all findings of another filter were not chosen
  useEffect(() => setAll(false), [filter]);
  const selected = useMemo(() => (isAll ? new Set(rows.map(findingKey)) : chosen), [isAll, rows, chosen]);
  const toggle = useCallback(
    (row: Finding) => {
      setAll(false);
      setChosen(toggled(selected, findingKey(row)));
    },
    [selected],
  );
  const selectAll = useCallback(() => setAll(true), []);
  const clear = useCallback(() => {
    setAll(false);
    setChosen(NONE);
  }, []);
  return { selected, isAll, toggle, selectAll, clear };
}

function toggled(set: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(key)) next.add(key);
  return next;
}
