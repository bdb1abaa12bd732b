import { type WorkflowRunEvent, workflowOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { presentPage, toKeysetPage } from '../../platform/http/keyset-page.ts';
import { serve } from '../../platform/http/serve-operation.ts';
import { findRunById, findUnfinishedRun, type RunColumn } from '../../platform/jobs/runs-store.ts';
import { isAlone, JOB_KINDS } from './job-kinds.ts';
import { listRunEvents } from './list-run-events.ts';
import { listTaskQueues, presentQueue } from './list-task-queues.ts';
import { listWorkflowRuns, positionOfRun } from './list-workflow-runs.ts';
import { presentRun } from './present-run.ts';
import { retryRun } from './retry-run.ts';
import { runNotFound } from './run-errors.ts';
import { updateTaskQueue } from './update-task-queue.ts';

const RUN_SORTING = {
  fields: { id: 'id', created_at: 'created_at', completed_at: 'completed_at' },
  unsorted: 'created_at',
} as const;
const BY_NAME = { fields: {}, unsorted: 'name' } as const;
const BY_SEQUENCE = { fields: {}, unsorted: 'sequence' } as const;

const positionOfEvent = ({ sequence_number }: WorkflowRunEvent) => ({ value: null, id: sequence_number });

export function workflowRoutes(server: FastifyInstance, ctx: Context): void {
  serveTaskQueues(server, ctx);
  serveRuns(server, ctx);
  serve(server, workflowOperations.listWorkflowRunEvents, async ({ params, query }) => {
    const { from_sequence_number, ...paging } = query;
    const page = toKeysetPage<'sequence'>(`events ${params.id}`, paging, BY_SEQUENCE);
    const found = await listRunEvents(ctx, params.id, page, from_sequence_number);
    return { status: 200, body: presentPage(page, found, (event) => event, positionOfEvent) };
  });
  serve(server, workflowOperations.retryWorkflowRun, async ({ params, principal }) => {
    const id = await retryRun(ctx, principal, params.id);
    return { status: 202, body: { id }, headers: { Location: `/api/v2/internal/workflow-runs/${id}` } };
  });
}

function serveTaskQueues(server: FastifyInstance, ctx: Context): void {
  serve(server, workflowOperations.listTaskQueues, async ({ params, query }) => {
    const page = toKeysetPage<'name'>(`queues ${params.type}`, query, BY_NAME);
    const found =
      params.type === 'WORKFLOW'
        ? await listTaskQueues(ctx, page)
        : { rows: [], total: { count: 0, type: 'EXACT' as const } };
    const concurrency = ctx.config['svc.jobs.concurrency'];
    const body = presentPage(
      page,
      found,
      (queue) => presentQueue(queue, concurrency),
      ({ name }) => ({ value: name, id: 0 }),
    );
    return { status: 200, body };
  });
  serve(server, workflowOperations.updateTaskQueue, async ({ params, body, principal }) => {
    if (params.type !== 'WORKFLOW') throw new AppError('not-found', 'The task queue does not exist.');
    await updateTaskQueue(ctx, principal, params.name, body);
    return { status: 204 };
  });
}

function serveRuns(server: FastifyInstance, ctx: Context): void {
  serve(server, workflowOperations.listWorkflowRuns, async ({ query }) => {
    const page = toKeysetPage<RunColumn>('workflow runs', query, RUN_SORTING);
    const found = await listWorkflowRuns(ctx, query, page);
    return { status: 200, body: presentPage(page, found, presentRun, positionOfRun) };
  });
  serve(server, workflowOperations.getWorkflowRun, async ({ params }) => {
    const run = await findRunById(ctx.db, JOB_KINDS, params.id);
    if (!run) throw runNotFound();
    return { status: 200, body: presentRun(run) };
  });
  serve(server, workflowOperations.getWorkflowInstance, async ({ params }) => {
    const run = isAlone(params.id) ? await findUnfinishedRun(ctx.db, params.id) : undefined;
    if (!run) throw runNotFound();
    return { status: 200, body: presentRun(run) };
  });
}
