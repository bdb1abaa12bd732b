import {
  type AlertLevel,
  type AlertScope,
  type AlertUpdate,
  type NotificationGroup,
  PORTFOLIO_GROUPS,
  SCHEDULED_GROUPS,
  SYSTEM_GROUPS,
  type TriggerType,
} from '@tallyman/contract';
import { AppError } from '../../../platform/errors.ts';
import { nextTrigger } from './alert-schedule.ts';
import type { AlertColumns, AlertRow } from './alert-store.ts';

/** Members that are absent from the update keep their value. */
export function toAlertColumns(known: AlertRow, update: AlertUpdate, now: Date): AlertColumns {
  const cron = known.trigger_type === 'SCHEDULE' ? (update.scheduleCron ?? known.schedule_cron) : null;
  return {
    name: update.name.trim(),
    is_enabled: update.enabled ?? known.is_enabled,
    scope: update.scope,
    level: requireLevel(update),
    groups: requireGroups(update.notifyOn ?? known.groups, known.trigger_type, update.scope),
    notify_children: update.notifyChildren ?? known.notify_children,
    latest_only: update.latestOnly ?? known.latest_only,
    log_successful_publish: update.logSuccessfulPublish ?? known.log_successful_publish,
    publisher_config: known.publisher_config,
    filter_expression:
      update.filterExpression === undefined
        ? known.filter_expression
        : update.filterExpression?.trim() || null,
    digest: known.trigger_type === 'SCHEDULE' ? 'NONE' : (update.digest ?? known.digest),
    schedule_cron: cron,
    schedule_skip_unchanged:
      known.trigger_type === 'SCHEDULE'
        ? (update.scheduleSkipUnchanged ?? known.schedule_skip_unchanged ?? false)
        : null,
    schedule_next_trigger_at: cron === null ? null : nextTrigger(cron, now),
  };
}

interface Levelled {
  readonly level?: AlertLevel | null;
  readonly notificationLevel?: AlertLevel | null;
}

export function requireLevel({ level, notificationLevel }: Levelled): AlertLevel {
  const given = level ?? notificationLevel;
  if (given) return given;
  const message = 'must be one of INFORMATIONAL, WARNING, ERROR';
  throw new AppError('invalid', `The level ${message}.`, { errors: [{ path: 'body/level', message }] });
}

/** The groups that an alert may have. */
export function groupsOf(trigger: TriggerType, scope: AlertScope): readonly NotificationGroup[] {
  if (trigger === 'SCHEDULE') return SCHEDULED_GROUPS;
  return scope === 'SYSTEM' ? SYSTEM_GROUPS : PORTFOLIO_GROUPS;
}

function requireGroups(
  groups: readonly NotificationGroup[],
  trigger: TriggerType,
  scope: AlertScope,
): NotificationGroup[] {
  const allowed = groupsOf(trigger, scope);
  const wrong = groups.filter((group) => !allowed.includes(group));
  if (wrong.length === 0) return [...new Set(groups)];
  const kind = trigger === 'SCHEDULE' ? 'alerts with a schedule' : `alerts with scope ${scope}`;
  const message = `${wrong.join(', ')} not available to ${kind}: choose from ${allowed.join(', ')}`;
  throw new AppError('invalid', `${message}.`, { errors: [{ path: 'body/notifyOn', message }] });
}
