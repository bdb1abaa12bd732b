import type { Finding } from '@tallyman/contract';
import type { QueryClient } from '@tanstack/react-query';
import { findingKey } from './finding-key.ts';
import { FINDINGS_KEY, type FindingsPage, type LoadedFindings } from './findings-query.ts';

/** The findings with these keys, from all lists that are loaded. */
export function listLoadedFindings(queries: QueryClient, keys: ReadonlySet<string>): Finding[] {
  const found = new Map<string, Finding>();
  const lists = queries.getQueriesData<Partial<LoadedFindings & FindingsPage>>({ queryKey: [FINDINGS_KEY] });
  for (const [, loaded] of lists) {
    for (const row of loaded?.rows ?? loaded?.pages?.flatMap((page) => page.rows) ?? []) {
      if (keys.has(findingKey(row))) found.set(findingKey(row), row);
    }
  }
  return [...found.values()];
}
