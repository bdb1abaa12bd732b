/**
 * Facets of findings and the first page of the list, fresh, in portfolios of two sizes, relative to counting all findings
 * one by one. Run with `node bench/src/facets.ts [findings…]`; results are in bench/README.md.
 */
import { updateFindingCounts } from '../../apps/server/src/modules/findings/counts/update-finding-counts.ts';
import { rounded } from './figures.ts';
import { givenSizes } from './given-sizes.ts';
import { type FacetCosts, measureFacets, presentFacetCosts } from './measure-facets.ts';
import { openBench } from './open-bench.ts';
import { seedFindings } from './seed-findings.ts';

const OF_PROJECT = 10_000;
const measured: Record<string, FacetCosts>[] = [];
for (const size of givenSizes([140_000, 1_400_000])) {
  const costs = await measureSize(size);
  measured.push(costs);
  console.log(`${size} findings`);
  console.table(presentFacetCosts(costs));
}
const [few, many] = measured;
if (few && many) console.table(growth(few, many));

async function measureSize(size: number): Promise<Record<string, FacetCosts>> {
  const bench = await openBench();
  const { db } = bench.database;
  // An analysis would remove the seeded findings.
  const settings = { 'svc.config.profile': 'web' };
  try {
    const starting = await bench.startServer({ settings });
    await seedFindings(db, { ofProject: OF_PROJECT, ofPortfolio: size - OF_PROJECT });
    await starting.stop();
    await updateFindingCounts({ db }, { signal: new AbortController().signal });
    return await measureFacets(db, await bench.startServer({ settings }));
  } finally {
    await bench.close();
  }
}

/** How many times the CPU time of the first size the last one takes. */
function growth(first: Record<string, FacetCosts>, last: Record<string, FacetCosts>): Record<string, object> {
  return Object.fromEntries(
    Object.entries(first).map(([name, { cpuMs }]) => [
      name,
      { 'growth of the CPU time': rounded((last[name]?.cpuMs ?? 0) / cpuMs, 1) },
    ]),
  );
}
