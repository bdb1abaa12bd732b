import { expect } from 'vitest';
import type { TestService } from './test-service.ts';

/** A changed policy is followed by one job that finds its projects and others that evaluate them. */
const QUEUES = ['apply-vuln-policies', 'evaluate-policies'];

/** Resolves when no change of a policy waits to be applied. */
export async function untilPoliciesAreApplied({ context }: TestService): Promise<void> {
  const isApplying = async () =>
    (await context.jobs.stats()).some(
      ({ queue, waiting, active }) => QUEUES.includes(queue) && waiting + active > 0,
    );
  await expect.poll(isApplying, { interval: 25 }).toBe(false);
}
