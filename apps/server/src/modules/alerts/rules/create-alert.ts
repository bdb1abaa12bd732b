import type { NewAlert, TriggerType } from '@tallyman/contract';
import type { Context } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { newUuid } from '../../../platform/ids.ts';
import { defaultConfig } from '../publishers/publisher-config.ts';
import { findPublisherKind } from '../publishers/publisher-kinds.ts';
import { findPublisher } from '../publishers/publisher-store.ts';
import { alertNameTaken, publisherNotFound } from './alert-errors.ts';
import { EVERY_HOUR, nextTrigger } from './alert-schedule.ts';
import { type AlertRow, insertAlert, isAlertNameTaken } from './alert-store.ts';
import { getAlert } from './get-alert.ts';
import { requireLevel } from './to-alert-columns.ts';

/** A new event alert is enabled but has no groups; a new scheduled alert is disabled. */
export async function createAlert(
  ctx: Context,
  principal: Principal,
  input: NewAlert,
  triggerType: TriggerType,
): Promise<AlertRow> {
  const uuid = newUuid();
  const name = input.name.trim();
  const isScheduled = triggerType === 'SCHEDULE';
  await inTransaction(ctx.db, async (tx) => {
    const publisher = await findPublisher(tx, input.publisher.uuid);
    if (!publisher) throw publisherNotFound(input.publisher.uuid);
    if (await isAlertNameTaken(tx, name, uuid)) throw alertNameTaken(name);
    await insertAlert(
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
