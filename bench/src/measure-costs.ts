import type { Bench } from './open-bench.ts';
import { cpuSeconds, watchMemory } from './process-costs.ts';
import type { BenchServer } from './start-server.ts';

export interface Costs<T> {
  readonly answer: T;
  readonly seconds: number;
  readonly serverCpu: number;
  readonly postgresCpu: number;
  readonly peakMegabytes: number;
  readonly longestStall: number;
}

/** Measures the cost of some work for a watched server and its database. */
export async function measureCosts<T>(
  { postgres }: Bench,
  server: BenchServer,
  work: () => Promise<T>,
): Promise<Costs<T>> {
  await server.forgetStalls();
  const peak = watchMemory(server.pid);
  const before = { server: cpuSeconds(server.pid), postgres: cpuSeconds(postgres.pid, 'with-children') };
  const begin = performance.now();
  const answer = await work().finally(peak);
  return {
    answer,
    seconds: (performance.now() - begin) / 1000,
    serverCpu: cpuSeconds(server.pid) - before.server,
    postgresCpu: cpuSeconds(postgres.pid, 'with-children') - before.postgres,
    peakMegabytes: peak(),
    longestStall: await server.longestStall(),
  };
}
