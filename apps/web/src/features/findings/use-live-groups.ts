import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { concerns, onLiveNews } from '../../api/live-updates.ts';
import {
  findingGroupsQuery,
  GROUPS_KEY,
  type GroupsPage,
  loadGroups,
  TOTALS_KEY,
} from './finding-groups-query.ts';
import { FINDINGS_KEY } from './findings-query.ts';
import type { FindingsSearch } from './findings-search.ts';

const KINDS = ['FINDINGS', 'DECISIONS'] as const;

interface LiveGroups {
  /** What is different but not shown, because rows would move. */
  readonly hint: string | undefined;
  readonly show: () => void;
}

/** Says that the first groups have changed. Numbers of groups and their order are related, so all change at once. */
export function useLiveGroups(search: FindingsSearch): LiveGroups {
  const queries = useQueryClient();
  const latest = useRef(search);
  latest.current = search;
  const { group } = search;
  const queryKey = group && findingGroupsQuery(search, group).queryKey;
  const shown = useSyncExternalStore(
    useCallback((listener) => queries.getQueryCache().subscribe(listener), [queries]),
    () => queryKey && queries.getQueryData(queryKey)?.pages[0],
  );
  const [present, setPresent] = useState<{ readonly of: string; readonly page: GroupsPage }>();
  useEffect(() => {
    if (group === undefined) return;
    const stopping = new AbortController();
    const update = async () => {
      const asked = latest.current;
      const page = await loadGroups(asked, group, undefined, stopping.signal);
      setPresent({ of: JSON.stringify(findingGroupsQuery(asked, group).queryKey), page });
    };
    const forget = onLiveNews((news) => {
      if (concerns(news, KINDS, latest.current.project)) update().catch(() => {});
    });
    return () => {
      forget();
      stopping.abort();
    };
  }, [group]);
  const isOfList = present?.of === JSON.stringify(queryKey);
  const isDifferent =
    isOfList && shown && JSON.stringify(shown.items) !== JSON.stringify(present?.page.items);
  const show = useCallback(() => {
    for (const key of [GROUPS_KEY, TOTALS_KEY, FINDINGS_KEY]) {
      void queries.invalidateQueries({ queryKey: [key] });
    }
  }, [queries]);
  return { hint: isDifferent ? 'The groups have changed' : undefined, show };
}
