import { NativeSelect } from '@mantine/core';
import {
  componentOperations,
  type DirectDependency,
  dependencyGraphOperations,
  type Project,
} from '@tallyman/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { apiQuery } from '../../api/api-query.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { countOf } from '../../ui/format-number.ts';
import { GridSkeleton } from '../../ui/grid/grid-skeleton.tsx';
import { Problem } from '../../ui/problem.tsx';
import { DependencyPaths } from './dependency-paths.tsx';
import { DependencyTree } from './dependency-tree.tsx';
import styles from './project-tab.module.css';
import { useFindingPaths } from './use-finding-paths.ts';
import { useOpenGraph } from './use-open-graph.ts';
import { useVulnerableComponents, type VulnerableComponents } from './use-vulnerable-components.ts';

const route = getRouteApi('/projects/$uuid');
const DependencyGraph = lazy(async () => ({
  default: (await import('./dependency-graph.tsx')).DependencyGraph,
}));

/** What depends on what, as a tree that starts at the project. Children are loaded when a row is expanded. */
export function ProjectDependencies({ project }: { readonly project: Project }) {
  const { to, graph, paths } = route.useSearch();
  const vulnerable = useVulnerableComponents(project.uuid);
  const { data, error, refetch } = useQuery(
    apiQuery(dependencyGraphOperations.listDirectDependenciesOfProject, { params: { uuid: project.uuid } }),
  );
  if (error && !data) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!data) return <GridSkeleton />;
  if (data.body.length === 0) {
    return (
      <EmptyState title="No dependency graph">
        <p>
          The bill of materials does not say what depends on what. Its components are listed under{' '}
          <Link to="/projects/$uuid" params={{ uuid: project.uuid }} search={{ tab: 'components' }}>
            Components
          </Link>
          .
        </p>
      </EmptyState>
    );
  }
  return (
    <>
      {to && <PathCard project={project} component={to} />}
      <div className={styles.head}>
        <p className={styles.count}>
          {countOf(data.body.length, 'direct dependency', 'direct dependencies')}
        </p>
        <ViewSwitch view={paths ? 'paths' : graph ? 'graph' : 'list'} />
      </div>
      {paths ? (
        <PathsView project={project} roots={data.body} target={to} vulnerable={vulnerable} />
      ) : graph ? (
        <GraphView project={project} roots={data.body} target={to} vulnerable={vulnerable} />
      ) : (
        <DependencyTree project={project} roots={data.body} vulnerable={vulnerable} />
      )}
    </>
  );
}

interface GraphViewProps {
  readonly project: Project;
  readonly roots: readonly DirectDependency[];
  readonly target: string | undefined;
  readonly vulnerable: VulnerableComponents | undefined;
}

function GraphView({ project, roots, target, vulnerable }: GraphViewProps) {
  const graph = useOpenGraph(roots);
  return (
    <>
      {graph.error && <Problem error={graph.error} />}
      <Suspense fallback={<GridSkeleton />}>
        <DependencyGraph project={project} graph={graph} target={target} findings={vulnerable?.byUuid} />
      </Suspense>
    </>
  );
}

/** Without components that lead to no finding. */
function PathsView({ vulnerable, ...props }: GraphViewProps) {
  if (!vulnerable) return <GridSkeleton />;
  if (vulnerable.byUuid.size > 0) return <FindingPathsView {...props} vulnerable={vulnerable} />;
  return (
    <EmptyState title="No findings">
      <p>No component of the project has a finding, except those that are suppressed.</p>
    </EmptyState>
  );
}

interface FindingPathsViewProps extends GraphViewProps {
  readonly vulnerable: VulnerableComponents;
}

function FindingPathsView({ project, roots, target, vulnerable }: FindingPathsViewProps) {
  const { graph, targets, error } = useFindingPaths(project.uuid, roots, vulnerable);
  if (error) return <Problem error={error} />;
  if (!graph) return <GridSkeleton />;
  const isAll = vulnerable.isComplete && targets.length === vulnerable.byUuid.size;
  return (
    <Suspense fallback={<GridSkeleton />}>
      <DependencyGraph project={project} graph={graph} target={target} findings={vulnerable.byUuid}>
        {`The shortest path to each of ${isAll ? '' : 'the worst '}${countOf(targets.length, 'component')} with findings.`}
      </DependencyGraph>
    </Suspense>
  );
}

const VIEWS = [
  { value: 'list', label: 'As a list' },
  { value: 'paths', label: 'Paths to findings' },
  { value: 'graph', label: 'As a graph' },
] as const;

function ViewSwitch({ view }: { readonly view: (typeof VIEWS)[number]['value'] }) {
  const navigate = route.useNavigate();
  return (
    <NativeSelect
      aria-label="Show as"
      data={[...VIEWS]}
      value={view}
      onChange={({ currentTarget: { value } }) =>
        void navigate({
          search: (present) => ({
            ...present,
            graph: value === 'graph' ? true : undefined,
            paths: value === 'paths' ? true : undefined,
          }),
        })
      }
    />
  );
}

function PathCard({ project, component }: { readonly project: Project; readonly component: string }) {
  const { data } = useQuery(apiQuery(componentOperations.getComponent, { params: { uuid: component } }));
  return (
    <section className={styles.paths} aria-label="Paths to a component">
      <header>
        <h2>
          How <bdi>{data?.body.name ?? 'the component'}</bdi> <bdi>{data?.body.version}</bdi> gets in
        </h2>
        <Link to="/projects/$uuid" params={{ uuid: project.uuid }} search={{ tab: 'dependencies' }}>
          Show the tree only
        </Link>
      </header>
      <DependencyPaths project={project.uuid} component={component} />
    </section>
  );
}
