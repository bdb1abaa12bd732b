import { componentOperations, dependencyGraphOperations } from '@tallyman/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { apiQuery } from '../../api/api-query.ts';
import { Problem } from '../../ui/problem.tsx';
import styles from './dependency-paths.module.css';
import { findPaths } from './find-paths.ts';

interface DependencyPathsProps {
  readonly project: string;
  readonly component: string;
  readonly most?: number;
}

/** How a component gets into a project: the shortest paths from what the project depends on directly. */
export function DependencyPaths({ project, component, most = 8 }: DependencyPathsProps) {
  const graph = useQuery(
    apiQuery(componentOperations.getDependencyPaths, {
      params: { projectUuid: project, componentUuids: component },
    }),
  );
  const roots = useQuery(
    apiQuery(dependencyGraphOperations.listDirectDependenciesOfProject, { params: { uuid: project } }),
  );
  const found = useMemo(() => {
    if (!graph.data || !roots.data) return undefined;
    const ids = roots.data.body.map(({ uuid }) => uuid);
    return findPaths(graph.data.body, ids, component, most);
  }, [graph.data, roots.data, component, most]);
  const error = graph.error ?? roots.error;
  if (error) return <Problem error={error} />;
  if (!found) return <p className="muted">Looking for paths…</p>;
  if (found.paths.length === 0) {
    return (
      <p className="muted">
        {found.isCut
          ? 'There are too many paths to show.'
          : 'The bill of materials does not say what depends on it.'}
      </p>
    );
  }
  return (
    <>
      <ul className={styles.paths}>
        {found.paths.map((path) => (
          <li key={path.map(({ uuid }) => uuid).join('/')}>
            <ol className={styles.path}>
              {path.map(({ uuid, name, version }) => (
                <li key={uuid} className={styles.step} data-end={uuid === component || undefined}>
                  <Link to="/components/$uuid" params={{ uuid }} className="truncate">
                    <bdi>{name}</bdi> <bdi>{version}</bdi>
                  </Link>
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ul>
      {found.isCut && (
        <p className="muted">The shortest {found.paths.length} are shown; there may be more.</p>
      )}
    </>
  );
}
