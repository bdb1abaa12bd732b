import { afterEach, beforeEach, expect, test } from 'vitest';
import { createJobsTestBed, type JobsTestBed } from '../../../test/support/jobs-test-bed.ts';
import { heartbeatOf } from '../../../test/support/timeout-factor.ts';
import { inTransaction } from '../db/database.ts';
import type { Jobs } from './create-jobs.ts';
import { PermanentJobError } from './job-errors.ts';
import type { JobHandler } from './job-handler.ts';
import type { JobCatalog } from './job-settings.ts';

interface Step {
  readonly project: string;
  readonly step: number;
}
type Payloads = { step: Step };

const catalog: JobCatalog<Payloads> = {
  step: {
    runs: { oneAtATimePer: ({ project }) => project },
    priority: 'interactive',
    retries: { limit: 2, firstDelaySeconds: 1, maxDelaySeconds: 1 },
    timeoutSeconds: 60,
    concurrency: 4,
  },
};

let bed: JobsTestBed<Payloads>;
let nodes: Jobs<Payloads>[];
let started: Step[];
let done: Step[];
const running = new Map<string, number>();
let mostOfOneProject: number;
let mostProjects: number;

beforeEach(async () => {
  bed = await createJobsTestBed(catalog);
  nodes = [
    await bed.addNode({ heartbeatSeconds: heartbeatOf(2) }),
    await bed.addNode({ heartbeatSeconds: heartbeatOf(2) }),
  ];
  started = [];
  done = [];
  mostOfOneProject = 0;
  mostProjects = 0;
});
afterEach(() => bed.close());

/** Counts the jobs that run at the same time on both nodes. */
function watched(handle: JobHandler<Step> = async () => {}): JobHandler<Step> {
  return async (job) => {
    const { project } = job.payload;
    started.push(job.payload);
    running.set(project, (running.get(project) ?? 0) + 1);
    mostOfOneProject = Math.max(mostOfOneProject, running.get(project) ?? 0);
    mostProjects = Math.max(mostProjects, [...running.values()].filter((count) => count > 0).length);
    try {
      await new Promise((resolve) => setTimeout(resolve, 3));
      await handle(job);
      done.push(job.payload);
    } finally {
      running.set(project, (running.get(project) ?? 0) - 1);
    }
  };
}

async function enqueueSteps(projects: readonly string[], steps: number): Promise<void> {
  const [node] = nodes;
  // Half of the steps of every project are enqueued in one transaction, the others one by one.
  const all = Array.from({ length: steps }, (_, step) =>
    projects.map((project) => ({ project, step })),
  ).flat();
  const half = all.length / 2;
  await inTransaction(
    bed.db,
    (tx) => node?.enqueueAll(tx, 'step', all.slice(0, half)) ?? Promise.resolve([]),
  );
  for (const step of all.slice(half)) {
    await inTransaction(bed.db, (tx) => node?.enqueue(tx, 'step', step) ?? Promise.resolve(''));
  }
}

const stepsOf = (project: string, steps: Step[]) =>
  steps.filter((s) => s.project === project).map((s) => s.step);

test('jobs of one key run one at a time in their order, on two nodes; different keys run in parallel', async () => {
  const projects = ['a', 'b', 'c', 'd', 'e', 'f'];
  for (const node of nodes) node.startWorkers({ step: watched() });
  await enqueueSteps(projects, 20);
  await expect.poll(() => done.length).toBe(projects.length * 20);
  expect(mostOfOneProject).toBe(1);
  expect(mostProjects).toBeGreaterThan(1);
  for (const project of projects) {
    expect(stepsOf(project, started)).toEqual(Array.from({ length: 20 }, (_, step) => step));
  }
});

test('a job that is retried blocks those behind it, and no other key', async () => {
  const flaky = watched(async ({ payload, attempt }) => {
    if (payload.project === 'flaky' && payload.step === 1 && attempt < 2) throw new Error('not yet');
  });
  for (const node of nodes) node.startWorkers({ step: flaky });
  await enqueueSteps(['flaky', 'steady'], 4);
  await expect.poll(() => done.length).toBe(8);
  expect(stepsOf('flaky', started)).toEqual([0, 1, 1, 1, 2, 3]);
  expect(stepsOf('steady', done)).toEqual([0, 1, 2, 3]);
  expect(done.findIndex((s) => s.project === 'steady' && s.step === 3)).toBeLessThan(
    done.findIndex((s) => s.project === 'flaky' && s.step === 1),
  );
});

test('a failed job does not block those behind it', async () => {
  const failing = watched(async ({ payload }) => {
    if (payload.step === 1) throw new PermanentJobError('never');
  });
  for (const node of nodes) node.startWorkers({ step: failing });
  await enqueueSteps(['failing'], 4);
  await expect.poll(() => stepsOf('failing', done)).toEqual([0, 2, 3]);
  expect(await nodes[0]?.listFailed(bed.db, 10)).toMatchObject([
    { name: 'step', attempts: 1, error: 'never' },
  ]);
});
