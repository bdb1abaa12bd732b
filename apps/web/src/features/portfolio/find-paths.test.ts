import type { GraphNode } from '@tallyman/contract';
import { expect, test } from 'vitest';
import { findPaths } from './find-paths.ts';

function graphOf(edges: Readonly<Record<string, string>>): Record<string, GraphNode> {
  return Object.fromEntries(
    Object.entries(edges).map(([uuid, targets]) => [
      uuid,
      { uuid, name: uuid, dependencyGraph: [...targets], expandDependencyGraph: targets !== '' },
    ]),
  );
}

function pathsOf(edges: Readonly<Record<string, string>>, roots: string, most = 10) {
  const { paths, isCut } = findPaths(graphOf(edges), [...roots], 'x', most);
  return [paths.map((path) => path.map(({ uuid }) => uuid).join('')), isCut];
}

test('finds every path, the shortest first', () => {
  expect(pathsOf({ a: 'bx', b: 'x', x: '' }, 'a')).toEqual([['ax', 'abx'], false]);
});

test('ends in a graph with cycles', () => {
  expect(pathsOf({ a: 'b', b: 'ax', x: 'a' }, 'ab')).toEqual([['bx', 'abx'], false]);
});

test('a component that the project uses directly is a path of one', () => {
  expect(pathsOf({ x: '' }, 'x')).toEqual([['x'], false]);
});

test('stops at the number that is asked for', () => {
  expect(pathsOf({ a: 'x', b: 'x', c: 'x', x: '' }, 'abc', 2)).toEqual([['ax', 'bx'], true]);
});

test('a graph with too many paths is cut instead of stopping the page', () => {
  const layers = Array.from({ length: 24 }, (_, index) =>
    String.fromCharCode(0x400 + 2 * index, 0x401 + 2 * index),
  );
  const edges = Object.fromEntries(
    layers.flatMap((layer, index) => [...layer].map((node) => [node, layers[index + 1] ?? 'x'] as const)),
  );
  expect(pathsOf({ ...edges, x: '' }, layers[0] ?? '')).toEqual([[], true]);
});
