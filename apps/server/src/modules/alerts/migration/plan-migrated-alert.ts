import {
  ALERT_LEVELS,
  ALERT_SCOPES,
  type AlertLevel,
  type AlertScope,
  type NotificationGroup,
  TRIGGER_TYPES,
  type TriggerType,
} from '@tallyman/contract';
import { AppError } from '../../../platform/errors.ts';
import type { SourceAlert, SourceProject, SourceTeam } from '../../migration-source/source-records.ts';
import { toTagNames } from '../../portfolio/tags/tag-names.ts';
import { EVERY_HOUR, findNextTrigger, nextTrigger } from '../rules/alert-schedule.ts';
import { requireFilter } from '../rules/filter/evaluate-filter.ts';
import { groupsOf } from '../rules/to-alert-columns.ts';

/** Finds the projects and teams that the alerts of the source database are limited to. */
export interface LimitsHere {
  findProject(project: SourceProject): number | undefined;
  findTeam(team: SourceTeam): number | undefined;
}

export interface PlannedAlert {
  readonly scope: AlertScope;
  readonly level: AlertLevel;
  readonly groups: readonly NotificationGroup[];
  readonly triggerType: TriggerType;
  readonly filterError: string | null;
  readonly scheduleCron: string | null;
  readonly scheduleSkipUnchanged: boolean | null;
  readonly scheduleNextTriggerAt: Date | null;
  readonly projectIds: readonly number[];
  readonly teamIds: readonly number[];
  readonly tags: readonly string[];
}

/** Returns no alert if it cannot be migrated; the notes say why. */
export function planMigratedAlert(
  source: SourceAlert,
  here: LimitsHere,
  now: Date,
): { readonly alert?: PlannedAlert; readonly notes: readonly string[] } {
  const scope = ALERT_SCOPES.find((one) => one === source.scope);
  const triggerType = TRIGGER_TYPES.find((one) => one === source.triggerType);
  if (!scope) return { notes: [`The scope ${source.scope} is unknown.`] };
  if (!triggerType) return { notes: [`The trigger ${source.triggerType} is unknown.`] };
  const limits = planLimits(source, here);
  if (limits.refusal !== undefined) return { notes: [limits.refusal] };
  const groups = planGroups(source, triggerType, scope);
  const schedule = planSchedule(source, triggerType, now);
  const filterError = findFilterError(source.filterExpression);
  const { projectIds, tags, teamIds } = limits;
  return {
    alert: {
      scope,
      triggerType,
      level: ALERT_LEVELS.find((one) => one === source.level) ?? 'INFORMATIONAL',
      groups: groups.kept,
      filterError: filterError ?? null,
      ...schedule.columns,
      ...{ projectIds, tags, teamIds },
    },
    notes: [
      ...(source.isEnabled ? ['It was switched on.'] : []),
      ...(groups.dropped.length > 0 ? [`Unknown groups: ${groups.dropped.join(', ')}`] : []),
      ...(filterError === undefined ? [] : [`Its filter does not compile: ${filterError}`]),
      ...schedule.notes,
      ...limits.notes,
    ],
  };
}

/** An alert without its limits would send notifications about all projects. */
function planLimits({ projects, tags, teams }: SourceAlert, here: LimitsHere) {
  const projectIds = [...new Set(projects.flatMap((project) => here.findProject(project) ?? []))];
  const missing = projects.filter((project) => here.findProject(project) === undefined);
  const named = missing.map(({ name, version }) => (version ? `${name} : ${version}` : name)).join(', ');
  const tagNames = toTagNames(tags);
  if (missing.length > 0 && projectIds.length === 0 && tagNames.length === 0) {
    return { refusal: `It is limited to missing projects: ${named}` };
  }
  const missingTeams = teams.filter((team) => here.findTeam(team) === undefined).map(({ name }) => name);
  return {
    projectIds,
    tags: tagNames,
    teamIds: [...new Set(teams.flatMap((team) => here.findTeam(team) ?? []))],
    notes: [
      ...(missing.length > 0 ? [`Missing projects: ${named}`] : []),
      ...(missingTeams.length > 0 ? [`Missing teams: ${missingTeams.join(', ')}`] : []),
    ],
  };
}

function planGroups({ groups }: SourceAlert, trigger: TriggerType, scope: AlertScope) {
  const allowed = groupsOf(trigger, scope);
  const dropped = groups.filter((group) => !allowed.some((one) => one === group));
  return { kept: allowed.filter((group) => groups.includes(group)), dropped };
}

function planSchedule({ scheduleCron, scheduleSkipUnchanged }: SourceAlert, trigger: TriggerType, now: Date) {
  if (trigger === 'EVENT') {
    const columns = { scheduleCron: null, scheduleSkipUnchanged: null, scheduleNextTriggerAt: null };
    return { columns, notes: [] };
  }
  const next = scheduleCron === undefined ? undefined : findNextTrigger(scheduleCron, now);
  const cron = next && scheduleCron ? scheduleCron.trim() : EVERY_HOUR;
  return {
    columns: {
      scheduleCron: cron,
      scheduleSkipUnchanged,
      scheduleNextTriggerAt: next ?? nextTrigger(EVERY_HOUR, now),
    },
    notes: next ? [] : [`Its schedule cannot be used: ${scheduleCron ?? 'it has none'}. It is hourly now.`],
  };
}

/** A broken filter is kept: no notification passes it, and it must be corrected before the alert is enabled. */
function findFilterError(filter: string | undefined): string | undefined {
  if (filter === undefined) return undefined;
  try {
    requireFilter(filter);
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const issues = (error.extras.members?.errors ?? []) as readonly {
      readonly line: number;
      readonly column: number;
      readonly message: string;
    }[];
    return issues.map(({ line, column, message }) => `${line}:${column}: ${message}`).join('; ');
  }
}
