import { expect } from 'vitest';
import type { TestService } from './test-service.ts';

/** If the counts take longer, the service repeats the last ones. */
const STALE_MS = 3_000;

/** Resolves when the queues have neither waiting nor active jobs, as the metrics say. */
export async function untilQueuesAreIdle(service: TestService, queues: readonly string[]): Promise<void> {
  await expect.poll(() => countPending(service, queues), { interval: 25 }).toBe(0);
}

async function countPending(
  { managementUrl }: TestService,
  queues: readonly string[],
): Promise<number | undefined> {
  const askedAt = performance.now();
  const text = await (await fetch(`${managementUrl}/metrics`)).text();
  const jobs = [...text.matchAll(/^jobs\{queue="([^"]+)",state="(?:waiting|active)"\} (\d+)$/gm)];
  if (jobs.length === 0 || performance.now() - askedAt >= STALE_MS) return undefined;
  return jobs
    .filter(([, queue = '']) => queues.includes(queue))
    .reduce((sum, [, , count]) => sum + Number(count), 0);
}
