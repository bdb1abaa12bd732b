import type { Db } from '../../../platform/db/database.ts';
import type { FindingFilter } from '../lists/finding-filter.ts';
import { areMostCountsCurrent } from './finding-counts-store.ts';

/** Whether findings are counted by adding up stored counts or one by one. The results are equal. */
export type CountedFrom = 'counts' | 'findings';

/** The columns of stored counts, and conditions on projects. */
const COUNTED: ReadonlySet<string> = new Set<keyof FindingFilter>([
  'tag',
  'withInactiveProjects',
  'onlyLatest',
  'withSuppressed',
  'source',
  'severities',
  'states',
  'isKev',
]);

/** Findings of a single project are few enough to be counted one by one. */
export function hasCounts(filter: FindingFilter): boolean {
  return Object.entries(filter).every(([name, value]) => value === undefined || COUNTED.has(name));
}

export async function createChoice(db: Db): Promise<(filter: FindingFilter) => CountedFrom> {
  const areCurrent = await areMostCountsCurrent(db);
  return (filter) => (areCurrent && hasCounts(filter) ? 'counts' : 'findings');
}
