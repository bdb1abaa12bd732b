import { expect, it } from 'vitest';
import { planProjectBatches } from './plan-project-batches.ts';

const projects = (...components: number[]) =>
  components.map((count, at) => ({ id: at + 1, components: count }));
const sizes = (...components: number[]) =>
  planProjectBatches(projects(...components)).map(({ length }) => length);

it.each([
  ['no projects', [], []],
  ['few small projects', [1, 2, 3], [3]],
  ['more projects than fit', Array<number>(250).fill(1), [100, 100, 50]],
  ['as many components as fit', [5_000, 5_000, 1], [2, 1]],
  ['a project that is too large', [1, 20_000, 1], [1, 1, 1]],
])('%s', (_, given, expected) => {
  expect(sizes(...given)).toEqual(expected);
});

it('keeps every project in its order', () => {
  expect(planProjectBatches(projects(1, 20_000, 1)).flat()).toEqual([1, 2, 3]);
});
