import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { concerns, onLiveNews } from '../../api/live-updates.ts';
import { countOf } from '../../ui/format-number.ts';
import { findingsQuery, type LoadedFindings, loadPage } from './findings-query.ts';
import type { FindingsSearch } from './findings-search.ts';
import { mergeFindings } from './merge-findings.ts';
import { useLiveGroups } from './use-live-groups.ts';

const KINDS = ['FINDINGS', 'DECISIONS'] as const;

interface LiveFindings {
  /** What is different but not shown, because rows would move. */
  readonly hint: string | undefined;
  readonly show: () => void;
}

/** Shows decisions of others in the rows of the first page, and says when rows were added or removed. */
export function useLiveFindings(search: FindingsSearch): LiveFindings {
  const queries = useQueryClient();
  const [hint, setHint] = useState<string>();
  const latest = useRef(search);
  latest.current = search;
  const shown = toKey(search);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has no news yet
  useEffect(() => setHint(undefined), [shown]);
  useEffect(() => {
    const stopping = new AbortController();
    const update = async () => {
      const asked = latest.current;
      const { queryKey } = findingsQuery(asked);
      const before = queries.getQueryData<LoadedFindings>(queryKey)?.pages[0];
      if (!before) return;
      const present = await loadPage(asked, 0, stopping.signal);
      queries.setQueryData<LoadedFindings>(
        queryKey,
        (loaded) => loaded && withFirstPage(loaded, present.rows),
      );
      if (toKey(latest.current) !== toKey(asked)) return;
      const { added, gone } = mergeFindings(before.rows, present.rows);
      setHint(describe(added, gone));
    };
    const forget = onLiveNews((news) => {
      if (concerns(news, KINDS, latest.current.project)) update().catch(() => {});
    });
    return () => {
      forget();
      stopping.abort();
    };
  }, [queries]);
  const groups = useLiveGroups(search);
  const show = useCallback(() => {
    setHint(undefined);
    void queries.refetchQueries({ queryKey: findingsQuery(latest.current).queryKey });
  }, [queries]);
  return search.group === undefined ? { hint, show } : groups;
}

function toKey(search: FindingsSearch): string {
  return JSON.stringify(findingsQuery(search).queryKey);
}

function withFirstPage(loaded: LoadedFindings, present: Parameters<typeof mergeFindings>[1]): LoadedFindings {
  const [first, ...others] = loaded.pages;
  if (!first) return loaded;
  return { ...loaded, pages: [{ ...first, rows: mergeFindings(first.rows, present).rows }, ...others] };
}

function describe(added: number, gone: number): string | undefined {
  const parts = [
    ...(added > 0 ? [countOf(added, 'new finding')] : []),
    ...(gone > 0 ? [`${countOf(gone, 'finding')} no longer here`] : []),
  ];
  return parts.length > 0 ? parts.join(', ') : undefined;
}
