import type { AlertUpdate, NewAlert, TriggerType } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { newUuid } from '../../platform/ids.ts';
import { recordTags } from '../portfolio/record-tags.ts';
import { namesOf, toTagNames } from '../portfolio/tag-names.ts';
import { replaceTags } from './alert-limits-store.ts';
import { alertNameTaken, unknownAlert, unknownPublisher } from './alert-refusals.ts';
import * as store from './alert-store.ts';
import { requireFilter } from './filter/judge-filter.ts';
import { defaultConfig, requireConfig } from './publisher-config.ts';
import { findPublisherKind } from './publisher-kinds.ts';
import { findPublisher } from './publisher-store.ts';
import { requireSameSight } from './require-same-sight.ts';
import { nextTrigger, requireLevel, toAlertColumns } from './to-alert-columns.ts';

export const EVERY_HOUR = '0 * * * *';

/** Event alerts start enabled, and ask for nothing yet; scheduled ones start disabled. */
export async function createAlert(
  ctx: Context,
  principal: Principal,
  input: NewAlert,
  triggerType: TriggerType,
): Promise<store.AlertRow> {
  const uuid = newUuid();
  const name = input.name.trim();
  const isScheduled = triggerType === 'SCHEDULE';
  await inTransaction(ctx.db, async (tx) => {
    const publisher = await findPublisher(tx, input.publisher.uuid);
    if (!publisher) throw unknownPublisher(input.publisher.uuid);
    if (await store.isAlertNameTaken(tx, name, uuid)) throw alertNameTaken(name);
    await store.insertAlert(
      tx,
      { uuid, publisherId: publisher.id, triggerType, creator: principal },
      {
        name,
        is_enabled: !isScheduled,
        scope: input.scope,
        level: requireLevel(input),
        groups: [],
        notify_children: true,
        latest_only: false,
        log_successful_publish: false,
        publisher_config: defaultConfig(findPublisherKind(publisher.extension)?.configSchema),
        filter_expression: null,
        digest: 'NONE',
        schedule_cron: isScheduled ? EVERY_HOUR : null,
        schedule_skip_unchanged: isScheduled ? false : null,
        schedule_next_trigger_at: isScheduled ? nextTrigger(EVERY_HOUR, ctx.now()) : null,
      },
    );
  });
  return getAlert(ctx.db, principal, uuid);
}

export async function getAlert(db: Db, principal: Principal, uuid: string): Promise<store.AlertRow> {
  const alert = await store.findAlert(db, principal, uuid);
  if (alert) return alert;
  throw unknownAlert(uuid);
}

export async function updateAlert(
  ctx: Context,
  principal: Principal,
  update: AlertUpdate,
): Promise<store.AlertRow> {
  const { uuid, publisherConfig, tags } = update;
  await inTransaction(ctx.db, async (tx) => {
    const known = await getAlert(tx, principal, uuid);
    if (known.scope === 'PORTFOLIO' || update.scope === 'PORTFOLIO') requireSameSight(principal, known);
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
    if (tags) await limitToTags(tx, known.id, namesOf(tags));
  });
  return getAlert(ctx.db, principal, uuid);
}

async function limitToTags(tx: Tx, alertId: number, names: readonly string[]): Promise<void> {
  const ids = await recordTags(tx, toTagNames(names));
  await replaceTags(tx, alertId, [...ids.values()]);
}

export async function deleteAlert(ctx: Context, principal: Principal, uuid: string): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const { id } = await getAlert(tx, principal, uuid);
    await store.lockAlerts(tx, [id]);
    await store.cancelDeliveries(tx, [id], 'The alert was deleted before it was sent.');
    await store.deleteAlert(tx, id);
  });
}
