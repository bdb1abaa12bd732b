import { ALERT_LEVELS, type AlertLevel, type RefusingCondition } from '@tallyman/contract';
import type { AlertConditions, ProjectFacts } from './alert-conditions.ts';

/** The columns of a notification that alerts match without decoding it. */
interface NotificationHead {
  readonly scope: string;
  readonly level: string;
  readonly group: string;
  readonly projectUuid: string | null;
}

interface Mismatch {
  readonly by: RefusingCondition;
  readonly reason: string;
}

/**
 * The first condition of the alert that the notification does not meet; undefined if it meets all but the filter, which
 * is not evaluated here. A project is within the limits if it is listed, is below a listed one, or has one of the tags.
 * Limits do not apply to notifications without a project.
 */
export function findMismatch(
  alert: AlertConditions,
  notification: NotificationHead,
  project: ProjectFacts | undefined,
): Mismatch | undefined {
  return (
    findHeadMismatch(alert, notification) ??
    findAccessMismatch(alert, notification, project) ??
    (notification.projectUuid === null ? undefined : findLimitMismatch(alert, project))
  );
}

function findHeadMismatch(alert: AlertConditions, { scope, level, group }: NotificationHead) {
  if (!alert.isEnabled) return mismatch('ENABLED', 'The alert is disabled.');
  if (alert.triggerType !== 'EVENT') return mismatch('TRIGGER', 'The alert sends scheduled summaries only.');
  if (alert.scope !== scope)
    return mismatch('SCOPE', `The alert has scope ${alert.scope}, the notification ${scope}.`);
  if (rankOf(level) < rankOf(alert.level))
    return mismatch('LEVEL', `The alert has level ${alert.level} and above, the notification ${level}.`);
  if (!alert.groups.some((selected) => selected === group))
    return mismatch('GROUP', `The alert does not include the group ${group}.`);
  return undefined;
}

/**
 * Portfolio notifications without a project, or of a deleted project, need an owner who sees all projects. Notifications
 * about the system are not limited.
 */
function findAccessMismatch(
  { seesAll, seenTeamIds }: AlertConditions,
  { scope }: NotificationHead,
  project: ProjectFacts | undefined,
): Mismatch | undefined {
  if (seesAll || scope === 'SYSTEM') return undefined;
  if (project?.accessTeamIds.some((id) => seenTeamIds.includes(id))) return undefined;
  return mismatch('ACCESS', 'The owner of the alert (its teams, or its creator) may not see the project.');
}

function findLimitMismatch(alert: AlertConditions, project: ProjectFacts | undefined): Mismatch | undefined {
  if (!isWithinLimits(alert, project)) return mismatch('LIMITS', 'The alert is limited to other projects.');
  if (alert.latestOnly && !project?.isLatest)
    return mismatch('LATEST', 'The project is not the latest version.');
  return undefined;
}

function isWithinLimits(alert: AlertConditions, project: ProjectFacts | undefined): boolean {
  if (alert.projectIds.length === 0 && alert.tagIds.length === 0) return true;
  if (!project) return false;
  const candidates = alert.notifyChildren ? project.ancestry : project.ancestry.slice(0, 1);
  return (
    candidates.some((id) => alert.projectIds.includes(id)) ||
    project.tagIds.some((id) => alert.tagIds.includes(id))
  );
}

function rankOf(level: string): number {
  return ALERT_LEVELS.indexOf(level as AlertLevel);
}

function mismatch(by: RefusingCondition, reason: string): Mismatch {
  return { by, reason };
}

/** Whether the alert needs the facts of projects to be matched. */
export function needsProjectFacts(alert: AlertConditions): boolean {
  return !alert.seesAll || alert.projectIds.length > 0 || alert.tagIds.length > 0 || alert.latestOnly;
}
