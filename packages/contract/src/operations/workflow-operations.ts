import Type, { type Static } from 'typebox';
import { wholeOrPart } from '../access.ts';
import { oneOf } from '../one-of.ts';
import { operation } from '../operation.ts';
import { pagingMembers, toListSchema } from '../paging-v2.ts';
import { Timestamp, Uuid } from '../values.ts';

const tag = 'workflows (v2)';
const mayRead = wholeOrPart('SYSTEM_CONFIGURATION', 'READ');
const mayUpdate = wholeOrPart('SYSTEM_CONFIGURATION', 'UPDATE');

const RUN_STATUSES = ['CREATED', 'RUNNING', 'SUSPENDED', 'FAILED', 'COMPLETED', 'CANCELLED'] as const;
export type WorkflowRunStatus = (typeof RUN_STATUSES)[number];

const QUEUE_TYPES = ['ACTIVITY', 'WORKFLOW'] as const;
const QUEUE_STATUSES = ['ACTIVE', 'PAUSED'] as const;

const MAX_CAPACITY = 256;

export const WorkflowRun = Type.Object(
  {
    id: Uuid,
    parent_id: Type.Optional(
      Type.String({ format: 'uuid', description: 'The failed run that this one retries' }),
    ),
    workflow_name: Type.String({ examples: ['import-bom'], description: 'The kind of job' }),
    workflow_version: Type.Integer({ minimum: 1, maximum: 100 }),
    workflow_instance_id: Type.Optional(
      Type.String({
        description: 'Of kinds of which one run at most waits or runs: the name of the workflow',
      }),
    ),
    task_queue_name: Type.String(),
    status: oneOf(RUN_STATUSES, { description: 'SUSPENDED: waits for its next attempt' }),
    priority: Type.Integer({ minimum: 0, maximum: 100 }),
    concurrency_key: Type.Optional(
      Type.String({ description: 'Runs with the same key run one after the other' }),
    ),
    labels: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: 'project_uuid, bom_upload_token, vex_upload_token, analysis_trigger, vuln_data_source',
      }),
    ),
    created_at: Timestamp,
    updated_at: Type.Optional(Timestamp),
    started_at: Type.Optional(
      Type.Integer({ description: 'Start of the latest attempt, UTC epoch milliseconds' }),
    ),
    completed_at: Type.Optional(
      Type.Integer({ description: 'When it completed or failed, UTC epoch milliseconds' }),
    ),
  },
  { title: 'WorkflowRun' },
);
export type WorkflowRun = Static<typeof WorkflowRun>;

const EVENT_TYPES = [
  'RUN_CREATED',
  'ATTEMPT_STARTED',
  'ATTEMPT_FAILED',
  'ATTEMPT_INTERRUPTED',
  'RUN_COMPLETED',
  'RUN_FAILED',
  'RUN_CANCELLED',
  'RUN_RETRIED',
] as const;

export const WorkflowRunEvent = Type.Object(
  {
    sequence_number: Type.Integer({ minimum: 0 }),
    event: Type.Object({
      type: oneOf(EVENT_TYPES),
      timestamp: Timestamp,
      attempt: Type.Optional(Type.Integer({ minimum: 1 })),
      reason: Type.Optional(Type.String({ description: 'Why it failed or was interrupted' })),
      next_attempt_at: Type.Optional(
        Type.Integer({ description: 'Not before this time. Absent if there is none' }),
      ),
      run_id: Type.Optional(Type.String({ format: 'uuid', description: 'The run that retries this one' })),
      requested_by: Type.Optional(Type.String()),
    }),
  },
  { title: 'WorkflowRunEvent' },
);
export type WorkflowRunEvent = Static<typeof WorkflowRunEvent>;

export const TaskQueue = Type.Object(
  {
    name: Type.String(),
    status: oneOf(QUEUE_STATUSES),
    capacity: Type.Integer({ minimum: 1, description: 'How many runs each node processes at the same time' }),
    depth: Type.Integer({ minimum: 0, description: 'Runs that wait for their first or next attempt' }),
    created_at: Timestamp,
    updated_at: Type.Optional(Timestamp),
  },
  { title: 'TaskQueue' },
);
export type TaskQueue = Static<typeof TaskQueue>;

const time = (description: string) => Type.Optional(Type.Integer({ minimum: 0, description }));

const RunQuery = Type.Object({
  ...pagingMembers,
  workflow_name: Type.Optional(Type.String()),
  workflow_version: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  workflow_instance_id: Type.Optional(Type.String()),
  status: Type.Optional(oneOf(RUN_STATUSES)),
  label: Type.Optional(
    Type.Array(Type.String({ pattern: '^[^=]+=[^\\u0000]*$', maxLength: 1_000 }), {
      maxItems: 20,
      description:
        '`key=value`; may be repeated. Runs have all of the labels. Of several values of a key the last one counts',
    }),
  ),
  created_since: time('Created at this time or later, UTC epoch milliseconds'),
  created_before: time('Created before this time'),
  completed_since: time('Ended at this time or later'),
  completed_before: time('Ended before this time'),
});
export type WorkflowRunQuery = Static<typeof RunQuery>;

const RunParams = Type.Object({ id: Uuid });

const taskQueueOperations = {
  listTaskQueues: operation({
    id: 'listTaskQueues',
    method: 'GET',
    path: '/api/v2/internal/task-queues/{type}',
    access: mayRead,
    tag,
    summary: 'List task queues',
    description:
      'Every kind of job has a queue of the type WORKFLOW. There are no queues of the type ACTIVITY: runs have no parts ' +
      'that are queued by themselves.',
    params: Type.Object({ type: oneOf(QUEUE_TYPES) }),
    query: Type.Object({ limit: pagingMembers.limit, page_token: pagingMembers.page_token }),
    responses: { 200: toListSchema(TaskQueue, 'TaskQueueList') },
  }),
  updateTaskQueue: operation({
    id: 'updateTaskQueue',
    method: 'PATCH',
    path: '/api/v2/internal/task-queues/{type}/{name}',
    access: mayUpdate,
    tag,
    summary: 'Pause or resume a task queue, or change its capacity',
    description:
      'No node starts runs of a paused queue. Runs that have started continue, and new ones wait until the queue is ' +
      'resumed. A changed capacity applies on all nodes within seconds. The capacity of queues whose runs must not ' +
      'overlap is 1.',
    params: Type.Object({ type: oneOf(QUEUE_TYPES), name: Type.String() }),
    body: Type.Object(
      {
        status: Type.Optional(oneOf(QUEUE_STATUSES)),
        capacity: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_CAPACITY })),
      },
      { title: 'TaskQueueUpdate' },
    ),
    responses: { 204: null },
    problems: [404, 409],
  }),
};

export const workflowOperations = {
  ...taskQueueOperations,
  getWorkflowInstance: operation({
    id: 'getWorkflowInstance',
    method: 'GET',
    path: '/api/v2/internal/workflow-instances/{id}',
    access: mayRead,
    tag,
    summary: 'Get the run of a workflow instance that waits or runs',
    params: Type.Object({ id: Type.String() }),
    responses: { 200: WorkflowRun },
    problems: [404],
  }),
  listWorkflowRuns: operation({
    id: 'listWorkflowRuns',
    method: 'GET',
    path: '/api/v2/internal/workflow-runs',
    access: mayRead,
    tag,
    summary: 'List workflow runs, the latest first',
    description:
      'A run is a job of the service. Completed runs are kept for 2 hours, failed ones for 30 days. Can be sorted by `id`, ' +
      '`created_at` and `completed_at`.',
    query: RunQuery,
    responses: { 200: toListSchema(WorkflowRun, 'WorkflowRunList') },
  }),
  getWorkflowRun: operation({
    id: 'getWorkflowRun',
    method: 'GET',
    path: '/api/v2/internal/workflow-runs/{id}',
    access: mayRead,
    tag,
    summary: 'Get a workflow run',
    params: RunParams,
    responses: { 200: WorkflowRun },
    problems: [404],
  }),
  listWorkflowRunEvents: operation({
    id: 'listWorkflowRunEvents',
    method: 'GET',
    path: '/api/v2/internal/workflow-runs/{id}/events',
    access: mayRead,
    tag,
    summary: 'List the events of a workflow run',
    description: 'Sorted by sequence number. Later events have higher numbers.',
    params: RunParams,
    query: Type.Object({
      limit: pagingMembers.limit,
      page_token: pagingMembers.page_token,
      sort_direction: pagingMembers.sort_direction,
      from_sequence_number: Type.Optional(
        Type.Integer({ minimum: 0, description: 'Of the last seen event. Not together with page_token' }),
      ),
    }),
    responses: { 200: toListSchema(WorkflowRunEvent, 'WorkflowRunEventList') },
    problems: [404],
  }),
  retryWorkflowRun: operation({
    id: 'retryWorkflowRun',
    method: 'POST',
    path: '/api/v2/internal/workflow-runs/{id}/retry',
    access: mayUpdate,
    tag,
    summary: 'Start a failed run again, as another run',
    description:
      'Only runs that compute their result from the current state can be retried. For others the problem says what to do ' +
      'instead. `Location` is the new run.',
    params: RunParams,
    responses: { 202: Type.Object({ id: Uuid }, { title: 'RetriedWorkflowRun' }) },
    problems: [404, 409],
  }),
};
