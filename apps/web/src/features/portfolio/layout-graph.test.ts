import { describe, expect, it, test } from 'vitest';
import { findNeighbour, layoutGraph } from './layout-graph.ts';

type Graph = Readonly<Record<string, readonly string[]>>;

const layout = (graph: Graph, max = 100) => layoutGraph('root', (id) => graph[id] ?? [], max);

describe('layoutGraph', () => {
  it('places parents at the middle of their children', () => {
    const { nodes } = layout({ root: ['a', 'b'], a: ['c', 'd'] });
    expect(Object.fromEntries(nodes.map(({ id, column, row }) => [id, [column, row]]))).toEqual({
      root: [0, 1.25],
      a: [1, 0.5],
      b: [1, 2],
      c: [2, 0],
      d: [2, 1],
    });
  });

  it('places a node with several parents once, and ends a cycle with an edge that leads back', () => {
    const { nodes, edges } = layout({ root: ['a', 'b'], a: ['c'], b: ['c'], c: ['a'] });
    expect(nodes.map(({ id }) => id)).toEqual(['root', 'a', 'b', 'c']);
    expect(edges.filter(({ isFurther }) => isFurther)).toEqual([
      { from: 'b', to: 'c', isFurther: true },
      { from: 'c', to: 'a', isFurther: true },
    ]);
  });

  it('leaves out nodes beyond the limit, each counted once, and their edges', () => {
    const { nodes, edges, omitted } = layout({ root: ['a', 'b', 'c'], a: ['d', 'c'] }, 3);
    expect(nodes.map(({ id }) => id)).toEqual(['root', 'a', 'b']);
    expect(edges).toHaveLength(2);
    expect(omitted).toBe(2);
  });

  it('places no two nodes at the same point', () => {
    const graph = Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => [
        n === 0 ? 'root' : `${n}`,
        [`${2 * n + 1}`, `${2 * n + 2}`, '7'],
      ]),
    );
    const { nodes } = layout(graph, 200);
    expect(new Set(nodes.map(({ column, row }) => `${column} ${row}`)).size).toBe(nodes.length);
  });
});

test.each([
  ['root', 'ArrowRight', 'b'],
  ['b', 'ArrowUp', 'a'],
  ['b', 'ArrowDown', 'c'],
  ['c', 'ArrowDown', undefined],
  ['c', 'ArrowLeft', 'root'],
  ['root', 'ArrowLeft', undefined],
] as const)('from %s, %s leads to %s', (from, key, to) => {
  const { nodes } = layout({ root: ['a', 'b', 'c'] });
  const start = nodes.find(({ id }) => id === from);
  expect(start && findNeighbour(nodes, start, key)?.id).toBe(to);
});
