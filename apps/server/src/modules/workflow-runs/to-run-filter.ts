import type { WorkflowRunQuery } from '@tallyman/contract';
import type { RunFilter } from '../../platform/jobs/runs-store.ts';
import { isAlone, JOB_KINDS } from './job-kinds.ts';
import { toStates, WORKFLOW_VERSION } from './present-run.ts';

/** Returns undefined if no run can match. */
export function toRunFilter(query: WorkflowRunQuery): RunFilter | undefined {
  const { workflow_name, workflow_version, workflow_instance_id: instance, status } = query;
  if (workflow_version !== undefined && workflow_version !== WORKFLOW_VERSION) return undefined;
  const queues = JOB_KINDS.filter(
    (kind) =>
      (workflow_name === undefined || kind === workflow_name) &&
      (instance === undefined || (kind === instance && isAlone(kind))),
  );
  const labels = toLabelFilter(query.label ?? []);
  if (queues.length === 0 || !labels) return undefined;
  return {
    queues,
    ...labels,
    states: status && toStates(status),
    createdSince: toTime(query.created_since),
    createdBefore: toTime(query.created_before),
    completedSince: toTime(query.completed_since),
    completedBefore: toTime(query.completed_before),
  };
}

/** The latest time that a date can have. */
const MAX_TIME = 8.64e15;

function toTime(millis: number | undefined): Date | undefined {
  return millis === undefined ? undefined : new Date(Math.min(millis, MAX_TIME));
}

type LabelFilter = Pick<RunFilter, 'projectUuid' | 'trigger' | 'source' | 'tokens'>;

const LABELS: Readonly<Record<string, (value: string) => LabelFilter>> = {
  project_uuid: (projectUuid) => ({ projectUuid }),
  analysis_trigger: (trigger) => ({ trigger }),
  vuln_data_source: (source) => ({ source }),
  bom_upload_token: (token) => ({ tokens: [{ kind: 'import-bom', token }] }),
  vex_upload_token: (token) => ({ tokens: [{ kind: 'import-vex', token }] }),
};

/** Of several values of a key the last one counts. Returns undefined for a key that no run has. */
function toLabelFilter(labels: readonly string[]): LabelFilter | undefined {
  const values = new Map(
    labels.map((label) => [label.slice(0, label.indexOf('=')), label.slice(label.indexOf('=') + 1)]),
  );
  let filter: LabelFilter = {};
  for (const [key, value] of values) {
    const toFilter = Object.hasOwn(LABELS, key) ? LABELS[key] : undefined;
    if (!toFilter) return undefined;
    const { tokens = [], ...others } = toFilter(value);
    filter = { ...filter, ...others, tokens: [...(filter.tokens ?? []), ...tokens] };
  }
  return filter;
}
