export interface CountedProject {
  readonly id: number;
  readonly components: number;
}

/** A batch is in memory as a whole, and one transaction: enough for set-based statements to pay, few enough to be short. */
const MOST_PROJECTS = 100;
const MOST_COMPONENTS = 10_000;

/** In the given order. A project that is too large for any batch is one of its own. */
export function planProjectBatches(projects: readonly CountedProject[]): number[][] {
  const batches: number[][] = [];
  let components = Number.POSITIVE_INFINITY;
  for (const project of projects) {
    const batch = batches.at(-1);
    components += project.components;
    if (batch && batch.length < MOST_PROJECTS && components <= MOST_COMPONENTS) batch.push(project.id);
    else {
      batches.push([project.id]);
      components = project.components;
    }
  }
  return batches;
}
