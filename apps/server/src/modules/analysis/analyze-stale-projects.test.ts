import { expect, it } from 'vitest';
import { planBatch } from './analyze-stale-projects.ts';

const projects = (...components: number[]) => components.map((count, id) => ({ id, components: count }));

it.each([
  [[100, 200], 2],
  [[15_000, 4_000, 4_000], 2],
  [[90_000, 1], 1],
  [[], 0],
])('a batch of projects with %j components has %d projects', (components, expected) => {
  expect(planBatch(projects(...components))).toHaveLength(expected);
});
