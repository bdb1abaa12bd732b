import { Group, Level, Scope } from '@tallyman/contract/notification';
import type { Tx } from '../../platform/db/database.ts';
import { newUuid } from '../../platform/ids.ts';
import { levelOf, scopeOf } from './event.ts';
import { insertFlood } from './flood-store.ts';
import { hasSubscription } from './subscription-store.ts';

/** More notifications of one group at once are a flood. */
const MAX_EMITTED = 100;

/**
 * Counts a flood that no alert subscribes to, instead of emitting it. `projectIds` has the project of each event. Returns true if
 * it was counted: then there is nothing left to emit. Previews of alerts include the counts.
 */
export async function recordFlood(tx: Tx, group: Group, projectIds: readonly number[]): Promise<boolean> {
  if (projectIds.length <= MAX_EMITTED) return false;
  const head = { group: Group[group], level: Level[levelOf({ group })], scope: Scope[scopeOf(group)] };
  if (await hasSubscription(tx, head)) return false;
  const byProject = Map.groupBy(projectIds, (projectId) => projectId);
  const counts = [...byProject].map(([projectId, { length }]) => ({
    id: newUuid(),
    projectId,
    count: length,
  }));
  await insertFlood(tx, head, counts);
  return true;
}
