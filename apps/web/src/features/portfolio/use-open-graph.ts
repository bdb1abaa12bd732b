import type { DirectDependency } from '@tallyman/contract';
import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { dependenciesQuery, hasDependencies } from './dependency-query.ts';
import { type GraphLayout, layoutGraph } from './layout-graph.ts';

export const ROOT = 'project';

/** More nodes can neither be drawn quickly nor be read. */
export const MAX_NODES = 150;

export interface OpenGraph {
  readonly layout: GraphLayout;
  readonly itemOf: (id: string) => Pick<DirectDependency, 'name' | 'version'> | undefined;
  /** Undefined for components without dependencies. */
  readonly isExpanded: (id: string) => boolean | undefined;
  readonly toggle: (id: string) => void;
  readonly error: Error | null;
}

/** A graph that starts at the project. The dependencies of a component are loaded when it is expanded. */
export function useOpenGraph(roots: readonly DirectDependency[]): OpenGraph {
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const ids = useMemo(() => [...expanded], [expanded]);
  const { children, error } = useQueries({
    queries: ids.map(dependenciesQuery),
    combine: (results) => ({
      children: new Map(results.map(({ data }, index) => [ids[index] ?? '', data ?? []])),
      error: results.find((result) => result.error)?.error ?? null,
    }),
  });
  const items = useMemo(
    () => new Map([roots, ...children.values()].flat().map((item) => [item.uuid, item])),
    [roots, children],
  );
  const layout = useMemo(() => {
    const childrenOf = (id: string) => (id === ROOT ? roots : (children.get(id) ?? []));
    return layoutGraph(ROOT, (id) => childrenOf(id).map(({ uuid }) => uuid), MAX_NODES);
  }, [roots, children]);
  const toggle = useCallback((id: string) => {
    setExpanded((present) => {
      const next = new Set(present);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  const itemOf = useCallback((id: string) => items.get(id), [items]);
  const isExpanded = useCallback(
    (id: string) => {
      const item = items.get(id);
      return item && hasDependencies(item) ? expanded.has(id) : undefined;
    },
    [items, expanded],
  );
  return useMemo(
    () => ({ layout, itemOf, isExpanded, toggle, error }),
    [layout, itemOf, isExpanded, toggle, error],
  );
}
