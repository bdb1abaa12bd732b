import { componentOperations, type DirectDependency } from '@tallyman/contract';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { apiQuery } from '../../api/api-query.ts';
import { layoutGraph } from './layout-graph.ts';
import { mergeShortestPaths } from './shortest-paths.ts';
import { MAX_NODES, type OpenGraph, ROOT } from './use-open-graph.ts';
import type { VulnerableComponents } from './use-vulnerable-components.ts';

/** More cannot be read at once, and their UUIDs would not fit into an address. */
const MAX_TARGETS = 40;

export interface FindingPaths {
  /** Undefined while loading. */
  readonly graph: OpenGraph | undefined;
  /** The components that the paths lead to. */
  readonly targets: readonly string[];
  /** Whether a component depends on one of them. */
  readonly leadsToFinding: (uuid: string) => boolean;
  readonly error: Error | null;
}

/** The shortest paths from a project to its components with the worst findings. */
export function useFindingPaths(
  project: string,
  roots: readonly DirectDependency[],
  vulnerable: VulnerableComponents | undefined,
): FindingPaths {
  const targets = useMemo(() => [...(vulnerable?.byUuid.keys() ?? [])].slice(0, MAX_TARGETS), [vulnerable]);
  const { data, error } = useQuery({
    ...apiQuery(componentOperations.getDependencyPaths, {
      params: { projectUuid: project, componentUuids: targets.join('|') },
    }),
    enabled: targets.length > 0,
  });
  const graph = useMemo(() => {
    if (!data) return undefined;
    const nodes = data.body;
    const ids = roots.map(({ uuid }) => uuid);
    const tree = mergeShortestPaths(nodes, ROOT, ids, targets);
    return {
      layout: layoutGraph(ROOT, (id) => tree.get(id) ?? [], MAX_NODES),
      itemOf: (id: string) => nodes[id],
      isExpanded: () => undefined,
      toggle: () => {},
      error: null,
    };
  }, [data, roots, targets]);
  const leadsToFinding = useCallback(
    (uuid: string) => data?.body[uuid]?.expandDependencyGraph ?? false,
    [data],
  );
  return { graph, targets, leadsToFinding, error };
}
