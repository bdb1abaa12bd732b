import type { GraphNode } from '@tallyman/contract';
import { expect, test } from 'vitest';
import { mergeShortestPaths } from './shortest-paths.ts';

function graphOf(edges: Readonly<Record<string, readonly string[]>>): Record<string, GraphNode> {
  return Object.fromEntries(
    Object.entries(edges).map(([uuid, dependencyGraph]) => [
      uuid,
      { uuid, name: uuid, dependencyGraph: [...dependencyGraph], expandDependencyGraph: true },
    ]),
  );
}

const GRAPH = graphOf({ a: ['b', 'd'], b: ['c'], c: ['d', 'a'], d: ['e'], e: [], f: ['f', 'c'], alone: [] });

test.each([
  [['e'], { root: ['a'], a: ['d'], d: ['e'] }],
  [['e', 'd', 'c'], { root: ['a', 'f'], a: ['d'], d: ['e'], f: ['c'] }],
  [['a'], { root: ['a'] }],
  [['alone'], {}],
  [['unknown'], {}],
  [[], {}],
])('the shortest paths to %j are %j', (targets, expected) => {
  const tree = mergeShortestPaths(GRAPH, 'root', ['a', 'f', 'missing'], targets);
  expect(Object.fromEntries(tree)).toEqual(expected);
});
