import { expect } from 'vitest';
import type { TestService } from './test-service.ts';

/** The jobs that follow a changed policy. */
const QUEUES = ['apply-vuln-policies', 'evaluate-policies'];

/** Resolves when no policy change is pending. */
export async function untilPoliciesAreApplied({ context }: TestService): Promise<void> {
  const isApplying = async () =>
    (await context.jobs.stats()).some(
      ({ queue, waiting, active }) => QUEUES.includes(queue) && waiting + active > 0,
    );
  await expect.poll(isApplying, { interval: 25 }).toBe(false);
}
