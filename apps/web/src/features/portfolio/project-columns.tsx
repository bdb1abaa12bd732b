import type { ProjectListItem } from '@tallyman/contract';
import { Link } from '@tanstack/react-router';
import { formatCount } from '../../ui/format-number.ts';
import type { TreeNode } from '../../ui/grid/flatten-tree.ts';
import type { GridColumn } from '../../ui/grid/grid-column.ts';
import { TreeCell } from '../../ui/grid/tree-cell.tsx';
import { LastBom } from './last-bom.tsx';
import styles from './project-columns.module.css';
import { SeverityCounts } from './severity-counts.tsx';

type Node = TreeNode<ProjectListItem>;

/** In a tree the place of a row says what it is part of; in a flat list a column does. */
export function projectColumns(isTree: boolean, onToggle: (node: Node) => void): readonly GridColumn<Node>[] {
  const name: GridColumn<Node> = {
    id: 'name',
    title: 'Project',
    width: 'minmax(140px, 2fr)',
    sortBy: 'name',
    cell: (node) =>
      isTree ? (
        <TreeCell node={node} onToggle={onToggle}>
          {nameCell(node.item)}
        </TreeCell>
      ) : (
        nameCell(node.item)
      ),
  };
  return [name, ...OTHERS.filter(({ id }) => !isTree || id !== 'parent').map(toNodeColumn)];
}

function toNodeColumn({ cell, ...column }: GridColumn<ProjectListItem>): GridColumn<Node> {
  return { ...column, cell: ({ item }) => cell(item) };
}

function nameCell({ uuid, group, name }: ProjectListItem) {
  return (
    <Link
      to="/projects/$uuid"
      params={{ uuid }}
      tabIndex={-1}
      className="truncate"
      title={[group, name].filter(Boolean).join(' ')}
    >
      <bdi>{name}</bdi>
    </Link>
  );
}

const OTHERS: readonly GridColumn<ProjectListItem>[] = [
  {
    id: 'version',
    title: 'Version',
    width: 'minmax(90px, 1fr)',
    sortBy: 'version',
    cell: ({ version, isLatest, active }) => (
      <span className={styles.version}>
        <bdi className="mono truncate" title={version}>
          {version}
        </bdi>
        {isLatest && <span className={styles.tag}>Latest</span>}
        {!active && <span className={styles.tag}>Inactive</span>}
      </span>
    ),
  },
  {
    id: 'parent',
    title: 'Part of',
    width: 'minmax(90px, 1fr)',
    hideBelow: 900,
    cell: ({ parent }) =>
      parent ? (
        <Link to="/projects/$uuid" params={{ uuid: parent.uuid }} tabIndex={-1} title={parent.name}>
          <bdi>{parent.name}</bdi>
        </Link>
      ) : null,
  },
  {
    id: 'findings',
    title: 'Findings',
    width: 'minmax(150px, 1.2fr)',
    hideBelow: 620,
    cell: ({ metrics }) => metrics && <SeverityCounts metrics={metrics} />,
  },
  {
    id: 'risk',
    title: 'Risk',
    width: '64px',
    align: 'right',
    sortBy: 'lastInheritedRiskScore',
    hideBelow: 520,
    cell: ({ lastInheritedRiskScore: score }) => (score === undefined ? '–' : formatCount(Math.round(score))),
  },
  {
    id: 'tags',
    title: 'Tags',
    width: 'minmax(80px, 1fr)',
    hideBelow: 700,
    cell: ({ tags = [] }) => {
      const names = tags.map(({ name }) => name).join(', ');
      return <span title={names}>{names}</span>;
    },
  },
  {
    id: 'lastBomImport',
    title: 'Last BOM',
    width: '130px',
    sortBy: 'lastBomImport',
    hideBelow: 480,
    cell: ({ lastBomImport, collectionLogic }) => (
      <LastBom at={lastBomImport} isCollection={collectionLogic !== undefined} />
    ),
  },
];
