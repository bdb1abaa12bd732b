import type { Finding, FindingGroup, FindingGrouping, FindingTotals } from '@tallyman/contract';
import { findingKey } from './finding-key.ts';
import type { FindingsScope } from './findings-query.ts';

/** Findings that are decided on together. */
export interface ScopedGroup {
  readonly id: string;
  readonly scope: FindingsScope;
  /** Undefined if they were not counted. */
  readonly count: number | undefined;
  /** Absent for the findings that no upgrade closes. */
  readonly group?: FindingGroup;
}

export type GroupRow =
  | { readonly kind: 'group'; readonly id: string; readonly of: ScopedGroup; readonly isExpanded: boolean }
  | { readonly kind: 'finding'; readonly id: string; readonly finding: Finding }
  | { readonly kind: 'more'; readonly id: string; readonly of: ScopedGroup; readonly isLoading: boolean };

export function toScopedGroup(by: FindingGrouping, group: FindingGroup): ScopedGroup {
  return { id: `group ${group.key}`, scope: toScope(by, group), count: group.finding_count, group };
}

function toScope(by: FindingGrouping, { key }: FindingGroup): FindingsScope {
  if (by === 'vulnerability') return { case: key };
  return by === 'component' ? { component: key } : { component: key, hasFix: true };
}

/** What no upgrade closes, at the end of the upgrades. */
export function toRest(totals: FindingTotals | undefined): ScopedGroup[] {
  if (!totals || totals.without_fix === 0) return [];
  const count = totals.type === 'EXACT' ? totals.without_fix : undefined;
  return [{ id: 'group rest', scope: { hasFix: false }, count }];
}

/** The findings of an expanded group that are loaded. */
export interface LoadedGroup {
  readonly rows: readonly Finding[];
  readonly isLoading: boolean;
  readonly hasMore: boolean;
}

/** The rows of the grid from top to bottom. */
export function toGroupRows(
  groups: readonly ScopedGroup[],
  expanded: ReadonlyMap<string, LoadedGroup>,
): GroupRow[] {
  return groups.flatMap((of): GroupRow[] => {
    const loaded = expanded.get(of.id);
    const row: GroupRow = { kind: 'group', id: of.id, of, isExpanded: loaded !== undefined };
    if (!loaded) return [row];
    const findings = loaded.rows.map(
      (finding): GroupRow => ({
        kind: 'finding',
        id: findingKey(finding),
        finding,
      }),
    );
    const { isLoading, hasMore } = loaded;
    const more: GroupRow[] =
      isLoading || hasMore ? [{ kind: 'more', id: `more ${of.id}`, of, isLoading }] : [];
    return [row, ...findings, ...more];
  });
}
