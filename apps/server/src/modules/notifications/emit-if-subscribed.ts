import { Group, Level, Scope } from '@tallyman/contract/notification';
import type { Tx } from '../../platform/db/database.ts';
import { emitEvents } from './emit-events.ts';
import { type Event, scopeOf } from './event.ts';
import { hasSubscription } from './subscription-store.ts';

/** For events of one group that are recorded elsewhere: they are emitted only if an alert wants some of them. */
export async function emitIfSubscribed(
  tx: Tx,
  now: Date,
  group: Group,
  listEvents: () => readonly Event[],
): Promise<void> {
  const head = { group: Group[group], level: Level[Level.ERROR], scope: Scope[scopeOf(group)] };
  if (await hasSubscription(tx, head)) await emitEvents(tx, now, listEvents());
}
