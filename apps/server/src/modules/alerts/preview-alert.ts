import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AlertPreview, NotificationGroup } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { oldestUuidOf } from '../../platform/ids.ts';
import { getAlert } from './change-alerts.ts';
import { judgeAll } from './filter/judge-all.ts';
import { countMatching, countUnexamined, listMatching, type Previewed } from './preview-alert-store.ts';

const DAY_MS = 86_400_000;
const PIECE = 500;

/** What an alert, as it is now, would have sent in the last days, whether it was enabled or not, as far as it may be seen. */
export async function previewAlert(
  ctx: Context,
  principal: Principal,
  uuid: string,
  days: number,
): Promise<AlertPreview> {
  const { id, filter_expression: filter } = await getAlert(ctx.db, principal, uuid);
  const oldest = oldestUuidOf(new Date(ctx.now().getTime() - days * DAY_MS));
  const previewed = { alertId: id, oldest, principal };
  const { byGroup, filterErrors, unexamined } =
    filter === null
      ? { byGroup: await countAll(ctx, previewed), filterErrors: 0, unexamined: 0 }
      : await countFiltered(ctx, previewed, filter);
  const count = [...byGroup.values()].reduce((sum, each) => sum + each, 0);
  return { days, count, byGroup: Object.fromEntries(byGroup), filterErrors, unexamined };
}

type Counts = ReadonlyMap<NotificationGroup, number>;

async function countAll(ctx: Context, previewed: Previewed): Promise<Counts> {
  const counted = await countMatching(ctx.db, previewed);
  return new Map(counted.map(({ group, count }) => [group, count]));
}

async function countFiltered(ctx: Context, previewed: Previewed, filter: string) {
  const byGroup = new Map<NotificationGroup, number>();
  let filterErrors = 0;
  let after: string | undefined;
  for (;;) {
    const piece = await listMatching(ctx.db, previewed, { after, limit: PIECE });
    const judgements = await judgeAll(
      filter,
      piece.map(({ notification }) => notification),
    );
    piece.forEach(({ group }, index) => {
      const { passes, error } = judgements[index] ?? { passes: false };
      if (error !== undefined) filterErrors++;
      if (passes) byGroup.set(group, (byGroup.get(group) ?? 0) + 1);
    });
    after = piece.at(-1)?.id;
    if (piece.length < PIECE) break;
    await nextTurn();
  }
  return { byGroup, filterErrors, unexamined: await countUnexamined(ctx.db, previewed) };
}
