import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AlertPreview, NotificationGroup } from '@tallyman/contract';
import type { Context } from '../../../platform/context.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { oldestUuidOf } from '../../../platform/ids.ts';
import { filterNotifications } from './filter/filter-notifications.ts';
import { getAlert } from './get-alert.ts';
import { countMatching, countUnexamined, listMatching, type PreviewOptions } from './preview-alert-store.ts';

const DAY_MS = 86_400_000;
const PAGE_SIZE = 500;

/** What the alert, with its present conditions, would have sent in the last days. Counts only what the principal may see. */
export async function previewAlert(
  ctx: Context,
  principal: Principal,
  uuid: string,
  days: number,
): Promise<AlertPreview> {
  const { id, filter_expression: filter } = await getAlert(ctx.db, principal, uuid);
  const oldest = oldestUuidOf(new Date(ctx.now().getTime() - days * DAY_MS));
  const options = { alertId: id, oldest, principal };
  const { byGroup, filterErrors, unexamined } =
    filter === null
      ? { byGroup: await countAll(ctx, options), filterErrors: 0, unexamined: 0 }
      : await countFiltered(ctx, options, filter);
  const count = [...byGroup.values()].reduce((sum, each) => sum + each, 0);
  return { days, count, byGroup: Object.fromEntries(byGroup), filterErrors, unexamined };
}

type Counts = ReadonlyMap<NotificationGroup, number>;

async function countAll(ctx: Context, options: PreviewOptions): Promise<Counts> {
  const counted = await countMatching(ctx.db, options);
  return new Map(counted.map(({ group, count }) => [group, count]));
}

async function countFiltered(ctx: Context, options: PreviewOptions, filter: string) {
  const byGroup = new Map<NotificationGroup, number>();
  let filterErrors = 0;
  let after: string | undefined;
  for (;;) {
    const page = await listMatching(ctx.db, options, { after, limit: PAGE_SIZE });
    const results = await filterNotifications(
      filter,
      page.map(({ notification }) => notification),
    );
    page.forEach(({ group }, index) => {
      const { passes, error } = results[index] ?? { passes: false };
      if (error !== undefined) filterErrors++;
      if (passes) byGroup.set(group, (byGroup.get(group) ?? 0) + 1);
    });
    after = page.at(-1)?.id;
    if (page.length < PAGE_SIZE) break;
    await nextTurn();
  }
  return { byGroup, filterErrors, unexamined: await countUnexamined(ctx.db, options) };
}
