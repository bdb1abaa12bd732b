import type { WorkflowRun, WorkflowRunStatus } from '@tallyman/contract';
import { PRIORITY_LEVELS } from '../../platform/jobs/job-settings.ts';
import type { JobState, RunRow } from '../../platform/jobs/runs-store.ts';
import { isAlone } from './job-kinds.ts';

/** Kinds of jobs have no versions: a release runs the jobs of the releases before it. */
export const WORKFLOW_VERSION = 1;

const STATUSES: Readonly<Record<JobState, WorkflowRunStatus>> = {
  created: 'CREATED',
  retry: 'SUSPENDED',
  active: 'RUNNING',
  completed: 'COMPLETED',
  cancelled: 'CANCELLED',
  failed: 'FAILED',
};

export function toStates(status: WorkflowRunStatus): JobState[] {
  return (Object.keys(STATUSES) as JobState[]).filter((state) => STATUSES[state] === status);
}

export function presentRun(run: RunRow): WorkflowRun {
  const labels = presentLabels(run);
  return {
    id: run.id,
    ...(run.parent_id === null ? {} : { parent_id: run.parent_id }),
    workflow_name: run.name,
    workflow_version: WORKFLOW_VERSION,
    ...(isAlone(run.name) ? { workflow_instance_id: run.name } : {}),
    task_queue_name: run.name,
    status: STATUSES[run.state],
    // Jobs that take turns have priorities above all others.
    priority: Math.min(run.priority, PRIORITY_LEVELS.interactive),
    ...(run.key === null ? {} : { concurrency_key: `${run.name}:${run.key}` }),
    ...(Object.keys(labels).length === 0 ? {} : { labels }),
    created_at: run.created_on.getTime(),
    ...presentTimes(run),
  };
}

function presentLabels(run: RunRow): Record<string, string> {
  return defined({
    project_uuid: run.project_uuid,
    bom_upload_token: run.bom_token,
    vex_upload_token: run.vex_token,
    analysis_trigger: run.trigger,
    vuln_data_source: run.source,
  });
}

function presentTimes({ started_on, completed_on, heartbeat_on }: RunRow) {
  const changes = [started_on, completed_on, heartbeat_on].filter((time) => time !== null);
  return defined({
    updated_at: changes.length === 0 ? null : Math.max(...changes.map((time) => time.getTime())),
    started_at: started_on?.getTime() ?? null,
    completed_at: completed_on?.getTime() ?? null,
  });
}

function defined<Value extends string | number>(
  members: Record<string, Value | null>,
): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(members).filter((entry): entry is [string, Value] => entry[1] !== null),
  );
}
