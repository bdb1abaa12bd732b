import type { AlertUpdate } from '@tallyman/contract';
import type { Context } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { recordSubscription } from '../../notifications/record-subscription.ts';
import { recordTags } from '../../portfolio/tags/record-tags.ts';
import { namesOf, toTagNames } from '../../portfolio/tags/tag-names.ts';
import { requireConfig } from '../publishers/publisher-config.ts';
import { findPublisherKind } from '../publishers/publisher-kinds.ts';
import { alertNameTaken } from './alert-errors.ts';
import { replaceTags } from './alert-limits-store.ts';
import * as store from './alert-store.ts';
import { requireFilter } from './filter/evaluate-filter.ts';
import { getAlert } from './get-alert.ts';
import { requireAlertAccess } from './require-alert-access.ts';
import { toAlertColumns } from './to-alert-columns.ts';

export async function updateAlert(
  ctx: Context,
  principal: Principal,
  update: AlertUpdate,
): Promise<store.AlertRow> {
  const { uuid, publisherConfig, tags } = update;
  await inTransaction(ctx.db, async (tx) => {
    const known = await getAlert(tx, principal, uuid);
    if (known.scope === 'PORTFOLIO' || update.scope === 'PORTFOLIO') requireAlertAccess(principal, known);
    const columns = toAlertColumns(known, update, ctx.now());
    if (await store.isAlertNameTaken(tx, columns.name, uuid)) throw alertNameTaken(columns.name);
    if (columns.filter_expression !== null) requireFilter(columns.filter_expression);
    const kind = findPublisherKind(known.publisher.extension);
    const config =
      publisherConfig && publisherConfig !== known.publisher_config
        ? await requireConfig(ctx.secrets, principal, kind?.configSchema, {
            before: known.publisher_config,
            after: publisherConfig,
          })
        : known.publisher_config;
    await store.updateAlert(tx, known.id, { ...columns, publisher_config: config });
    const isSubscribed = columns.is_enabled && known.trigger_type === 'EVENT';
    await recordSubscription(tx, known.id, isSubscribed ? columns : undefined);
    if (tags) await limitToTags(tx, known.id, namesOf(tags));
  });
  return getAlert(ctx.db, principal, uuid);
}

async function limitToTags(tx: Tx, alertId: number, names: readonly string[]): Promise<void> {
  const ids = await recordTags(tx, toTagNames(names));
  await replaceTags(tx, alertId, [...ids.values()]);
}
