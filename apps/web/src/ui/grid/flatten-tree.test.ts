import { expect, test } from 'vitest';
import { flattenTree } from './flatten-tree.ts';

const EDGES: Readonly<Record<string, readonly string[]>> = { a: ['b', 'c'], b: ['a'], c: [] };

function shown(expanded: readonly string[], loaded: readonly string[] = Object.keys(EDGES)) {
  return flattenTree({
    roots: ['a', 'c'],
    idOf: (item) => item,
    hasChildren: (item) => (EDGES[item] ?? []).length > 0,
    childrenOf: (id) => (loaded.includes(id) ? EDGES[id] : undefined),
    isExpanded: (path) => expanded.includes(path),
  });
}

test('shows the children of expanded nodes only', () => {
  expect(shown([]).map(({ path }) => path)).toEqual(['a', 'c']);
  expect(shown(['a']).map(({ path, level }) => `${path} ${level}`)).toEqual(['a 1', 'a/b 2', 'a/c 2', 'c 1']);
});

test('a node that is its own ancestor cannot be expanded again', () => {
  const nodes = shown(['a', 'a/b', 'a/b/a']);
  expect(nodes.map(({ path }) => path)).toEqual(['a', 'a/b', 'a/b/a', 'a/c', 'c']);
  expect(nodes[2]).toMatchObject({ isCycle: true, isExpanded: undefined });
});

test('an expanded node without loaded children is shown as loading', () => {
  expect(shown(['a'], [])[0]).toMatchObject({ isExpanded: true, isLoading: true });
  expect(shown([])[1]).toMatchObject({ isExpanded: undefined, isLoading: false });
});
