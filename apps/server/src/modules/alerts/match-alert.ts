import { ALERT_LEVELS, type AlertLevel, type RefusingCondition } from '@tallyman/contract';
import type { AlertConditions, ProjectFacts } from './alert.ts';

/** As much of a notification as alerts look at without opening it. */
interface NotificationHead {
  readonly scope: string;
  readonly level: string;
  readonly group: string;
  readonly projectUuid: string | null;
}

interface Refusal {
  readonly by: RefusingCondition;
  readonly reason: string;
}

/**
 * Why an alert does not ask for a notification; nothing if it does, as far as its filter agrees. A project is within
 * the limits if it is listed, below a listed one, or has one of the tags. What is about no project passes them.
 */
export function findRefusal(
  alert: AlertConditions,
  notification: NotificationHead,
  project: ProjectFacts | undefined,
): Refusal | undefined {
  return (
    findHeadRefusal(alert, notification) ??
    findAccessRefusal(alert, notification, project) ??
    (notification.projectUuid === null ? undefined : findLimitRefusal(alert, project))
  );
}

function findHeadRefusal(alert: AlertConditions, { scope, level, group }: NotificationHead) {
  if (!alert.isEnabled) return refusal('ENABLED', 'The alert is disabled.');
  if (alert.triggerType !== 'EVENT') return refusal('TRIGGER', 'The alert sends summaries by the clock.');
  if (alert.scope !== scope) return refusal('SCOPE', `The alert is for ${alert.scope}, this is ${scope}.`);
  if (rankOf(level) < rankOf(alert.level))
    return refusal('LEVEL', `The alert is for ${alert.level} and above, this is ${level}.`);
  if (!alert.groups.some((wanted) => wanted === group))
    return refusal('GROUP', `The alert does not ask for ${group}.`);
  return undefined;
}

/**
 * What tells of the portfolio without being about one project, or is about one that was deleted, is for alerts that see
 * all projects. What is about the system is not affected.
 */
function findAccessRefusal(
  { seesAll, seenTeamIds }: AlertConditions,
  { scope }: NotificationHead,
  project: ProjectFacts | undefined,
): Refusal | undefined {
  if (seesAll || scope === 'SYSTEM') return undefined;
  if (project?.accessTeamIds.some((id) => seenTeamIds.includes(id))) return undefined;
  return refusal(
    'ACCESS',
    'The owner of the alert (its teams, or whoever created it) may not see the project.',
  );
}

function findLimitRefusal(alert: AlertConditions, project: ProjectFacts | undefined): Refusal | undefined {
  if (!isWithinLimits(alert, project))
    return refusal('LIMITS', 'The project is none of those that the alert is limited to.');
  if (alert.latestOnly && !project?.isLatest)
    return refusal('LATEST', 'The project is not the latest of its name.');
  return undefined;
}

function isWithinLimits(alert: AlertConditions, project: ProjectFacts | undefined): boolean {
  if (alert.projectIds.length === 0 && alert.tagIds.length === 0) return true;
  if (!project) return false;
  const reached = alert.notifyChildren ? project.ancestry : project.ancestry.slice(0, 1);
  return (
    reached.some((id) => alert.projectIds.includes(id)) ||
    project.tagIds.some((id) => alert.tagIds.includes(id))
  );
}

function rankOf(level: string): number {
  return ALERT_LEVELS.indexOf(level as AlertLevel);
}

function refusal(by: RefusingCondition, reason: string): Refusal {
  return { by, reason };
}

/** Whether the facts of projects matter to an alert at all. */
export function hasLimits(alert: AlertConditions): boolean {
  return !alert.seesAll || alert.projectIds.length > 0 || alert.tagIds.length > 0 || alert.latestOnly;
}
