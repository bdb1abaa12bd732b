export interface CountedProject {
  readonly id: number;
  readonly components: number;
}

/** A batch is in memory and in one transaction: large enough for set-based statements to pay off, small enough to be short. */
const MAX_PROJECTS = 100;
const MAX_COMPONENTS = 10_000;

/** Keeps the given order. A project that exceeds the limits is a batch of its own. */
export function planProjectBatches(projects: readonly CountedProject[]): number[][] {
  const batches: number[][] = [];
  let components = Number.POSITIVE_INFINITY;
  for (const project of projects) {
    const batch = batches.at(-1);
    components += project.components;
    if (batch && batch.length < MAX_PROJECTS && components <= MAX_COMPONENTS) batch.push(project.id);
    else {
      batches.push([project.id]);
      components = project.components;
    }
  }
  return batches;
}
