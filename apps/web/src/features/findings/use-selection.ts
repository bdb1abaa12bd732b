import type { Finding } from '@tallyman/contract';
import { useCallback, useEffect, useState } from 'react';
import { findingKey } from './finding-key.ts';

interface Selection {
  readonly selected: ReadonlySet<string>;
  /** All findings of the search are meant, those that are not loaded included. */
  readonly isAll: boolean;
  readonly toggle: (row: Finding) => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
}

const NONE: ReadonlySet<string> = new Set();

/** `filter` is what all findings means: another one clears it. */
export function useSelection(filter: string): Selection {
  const [selected, setSelected] = useState(NONE);
  const [isAll, setAll] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: all findings of another filter were not chosen
  useEffect(() => setAll(false), [filter]);
  const toggle = useCallback((row: Finding) => {
    setAll(false);
    setSelected((present) => toggled(present, findingKey(row)));
  }, []);
  const selectAll = useCallback(() => setAll(true), []);
  const clear = useCallback(() => {
    setAll(false);
    setSelected(NONE);
  }, []);
  return { selected, isAll, toggle, selectAll, clear };
}

function toggled(set: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(key)) next.add(key);
  return next;
}
