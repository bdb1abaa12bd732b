import type { DirectDependency, Project } from '@tallyman/contract';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { formatCount } from '../../ui/format-number.ts';
import { DataGrid } from '../../ui/grid/data-grid.tsx';
import type { TreeNode } from '../../ui/grid/flatten-tree.ts';
import type { GridColumn } from '../../ui/grid/grid-column.ts';
import { TreeCell } from '../../ui/grid/tree-cell.tsx';
import { useTree } from '../../ui/grid/use-tree.ts';
import { Problem } from '../../ui/problem.tsx';
import { Severity } from '../../ui/severity.tsx';
import { dependenciesQuery, hasDependencies } from './dependency-query.ts';
import { useFindingPaths } from './use-finding-paths.ts';
import type { ComponentFindings, VulnerableComponents } from './use-vulnerable-components.ts';

type Node = TreeNode<DirectDependency>;

interface DependencyTreeProps {
  readonly project: Project;
  readonly roots: readonly DirectDependency[];
  readonly vulnerable: VulnerableComponents | undefined;
}

/** What depends on what, as rows. Children are loaded when a row is expanded. */
export function DependencyTree({ project, roots, vulnerable }: DependencyTreeProps) {
  const [activeId, setActiveId] = useState<string>();
  const { nodes, tree, error } = useTree({
    roots,
    idOf,
    hasChildren: hasDependencies,
    childrenQuery: dependenciesQuery,
  });
  const { leadsToFinding } = useFindingPaths(project.uuid, roots, vulnerable);
  const columns = useMemo(
    () =>
      dependencyColumns(tree.onToggle, ({ uuid }) => (
        <FindingsOf findings={vulnerable?.byUuid.get(uuid)} leadsOn={leadsToFinding(uuid)} />
      )),
    [tree.onToggle, vulnerable, leadsToFinding],
  );
  return (
    <>
      {error && <Problem error={error} />}
      <DataGrid
        label="Dependencies"
        columns={columns}
        rows={nodes}
        rowId={({ path }) => path}
        total={nodes.length}
        activeId={activeId}
        onActivate={({ path }) => setActiveId(path)}
        onOpen={(node) => {
          setActiveId(node.path);
          if (node.isExpanded !== undefined) tree.onToggle(node);
        }}
        tree={tree}
      />
    </>
  );
}

function idOf({ uuid }: DirectDependency): string {
  return uuid;
}

function dependencyColumns(
  onToggle: (node: Node) => void,
  findingsOf: (item: DirectDependency) => ReactNode,
): readonly GridColumn<Node>[] {
  return [
    {
      id: 'name',
      title: 'Component',
      width: 'minmax(200px, 2fr)',
      cell: (node) => (
        <TreeCell node={node} onToggle={onToggle}>
          <Link to="/components/$uuid" params={{ uuid: node.item.uuid }} tabIndex={-1} className="truncate">
            <bdi>{node.item.name}</bdi>
          </Link>
        </TreeCell>
      ),
    },
    {
      id: 'version',
      title: 'Version',
      width: 'minmax(80px, 0.6fr)',
      cell: ({ item }) => <bdi className="mono">{item.version ?? '–'}</bdi>,
    },
    {
      id: 'findings',
      title: 'Findings',
      width: 'minmax(110px, 0.8fr)',
      cell: ({ item }) => findingsOf(item),
    },
    {
      id: 'purl',
      title: 'Package URL',
      width: 'minmax(120px, 2fr)',
      hideBelow: 700,
      cell: ({ item }) => (
        <code className="muted" title={item.purl}>
          {item.purl}
        </code>
      ),
    },
  ];
}

interface FindingsOfProps {
  readonly findings: ComponentFindings | undefined;
  readonly leadsOn: boolean;
}

/** Its own findings, or that something below has some. */
function FindingsOf({ findings, leadsOn }: FindingsOfProps) {
  if (!findings) return leadsOn && <span className="muted">In dependencies</span>;
  return (
    <>
      <Severity severity={findings.severity} isFilled={false} />
      <span className="muted">{formatCount(findings.count)}</span>
    </>
  );
}
