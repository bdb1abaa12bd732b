import { type UseQueryOptions, useQueries } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { GridTree } from './data-grid.tsx';
import { flattenTree, type TreeNode } from './flatten-tree.ts';

interface TreeOptions<Item> {
  readonly roots: readonly Item[];
  readonly idOf: (item: Item) => string;
  readonly hasChildren: (item: Item) => boolean;
  readonly childrenQuery: (id: string) => UseQueryOptions<readonly Item[]>;
}

interface OpenTree<Item> {
  readonly nodes: readonly TreeNode<Item>[];
  readonly tree: GridTree<TreeNode<Item>>;
  readonly error: Error | null;
}

/** Rows of a tree whose children are loaded when they are first shown. */
export function useTree<Item>({
  roots,
  idOf,
  hasChildren,
  childrenQuery,
}: TreeOptions<Item>): OpenTree<Item> {
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const ids = useMemo(() => [...new Set([...expanded].map(lastOf))], [expanded]);
  const { children, error } = useQueries({
    queries: ids.map(childrenQuery),
    combine: (results) => ({
      children: new Map(results.map(({ data }, index) => [ids[index] ?? '', data])),
      error: results.find((result) => result.error)?.error ?? null,
    }),
  });
  const nodes = useMemo(
    () =>
      flattenTree({
        roots,
        idOf,
        hasChildren,
        childrenOf: (id) => children.get(id),
        isExpanded: (path) => expanded.has(path),
      }),
    [roots, idOf, hasChildren, children, expanded],
  );
  const onToggle = useCallback(
    ({ path }: TreeNode<Item>) =>
      setExpanded((present) => {
        const next = new Set(present);
        if (!next.delete(path)) next.add(path);
        return next;
      }),
    [],
  );
  const tree = useMemo(() => ({ levelOf, isExpanded, onToggle }), [onToggle]);
  return { nodes, tree, error };
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function levelOf({ level }: TreeNode<unknown>): number {
  return level;
}

function isExpanded(node: TreeNode<unknown>): boolean | undefined {
  return node.isExpanded;
}
