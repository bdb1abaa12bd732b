import { Group, Level, Scope } from '@tallyman/contract/notification';
import type { Tx } from '../../platform/db/database.ts';
import { newUuid } from '../../platform/ids.ts';
import { levelOf, scopeOf } from './event.ts';
import { insertUnheard, isAnyAlertAsking } from './unheard-store.ts';

/** More than so many at once are a flood: nobody reads them one by one in a log. */
const FLOOD = 100;

/**
 * Events of a group, each about a project. A flood that no alert asks for is counted, not made: true then, and there is nothing left to emit. Whoever makes an
 * alert later still learns how much it would have sent.
 */
export async function countUnheard(tx: Tx, group: Group, projectIds: readonly number[]): Promise<boolean> {
  if (projectIds.length <= FLOOD) return false;
  const head = { group: Group[group], level: Level[levelOf({ group })], scope: Scope[scopeOf(group)] };
  if (await isAnyAlertAsking(tx, head)) return false;
  const byProject = Map.groupBy(projectIds, (projectId) => projectId);
  await insertUnheard(
    tx,
    head,
    [...byProject].map(([projectId, { length }]) => ({ id: newUuid(), projectId, count: length })),
  );
  return true;
}
