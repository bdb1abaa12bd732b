import { ActionIcon } from '@mantine/core';
import type { Project } from '@tallyman/contract';
import { Link } from '@tanstack/react-router';
import {
  type Edge,
  Handle,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
  type ReactFlowInstance,
  ReactFlowProvider,
  useReactFlow,
} from '@xyflow/react';
import { type KeyboardEvent, useMemo, useRef } from 'react';
import { countOf, formatCount } from '../../ui/format-number.ts';
import { Icon } from '../../ui/icons.tsx';
import { Severity } from '../../ui/severity.tsx';
import styles from './dependency-graph.module.css';
import { type Direction, findNeighbour, type PlacedNode } from './layout-graph.ts';
import { type OpenGraph, ROOT } from './use-open-graph.ts';
import type { ComponentFindings } from './use-vulnerable-components.ts';

interface DependencyGraphProps {
  readonly project: Project;
  readonly graph: OpenGraph;
  /** The component to be found. */
  readonly target: string | undefined;
  /** Of components by their UUID. */
  readonly findings: ReadonlyMap<string, ComponentFindings> | undefined;
  /** What the graph shows; by default how many components. */
  readonly children?: string;
}

interface NodeData extends Record<string, unknown> {
  readonly name: string;
  readonly version: string | undefined;
  readonly isExpanded: boolean | undefined;
  readonly isTarget: boolean;
  readonly findings: ComponentFindings | undefined;
  readonly onToggle: (() => void) | undefined;
}
type GraphNode = Node<NodeData, 'component'>;

const SIZE = { width: 216, height: 44 };
const STEP = { x: 272, y: 56 };
const MARGIN = 16;
const TYPES = { component: ComponentNode };

/** What depends on what, as a graph that starts at the project. The list beside it has the same content as rows. */
export function DependencyGraph(props: DependencyGraphProps) {
  return (
    <ReactFlowProvider>
      <Graph {...props} />
    </ReactFlowProvider>
  );
}

function Graph({ project, graph, target, findings, children }: DependencyGraphProps) {
  const { layout } = graph;
  const nodes = useMemo(() => toNodes(graph, project, target, findings), [graph, project, target, findings]);
  const edges = useMemo(() => layout.edges.map(toEdge), [layout]);
  const frame = useRef<HTMLElement>(null);
  const moveFocus = useMoveFocus(frame, layout.nodes);
  return (
    <>
      <p className={styles.hint} role="status">
        {children ??
          `${countOf(layout.nodes.length - 1, 'component')} shown. Arrow keys move, Enter opens or closes.`}
        {layout.omitted > 0 &&
          ` ${countOf(layout.omitted, 'component')} more did not fit. Close others, or see the list.`}
      </p>
      <section ref={frame} className={styles.frame} aria-label="Dependency graph" onKeyDown={moveFocus}>
        <ReactFlow<GraphNode>
          nodes={nodes}
          edges={edges}
          nodeTypes={TYPES}
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable={false}
          disableKeyboardA11y
          deleteKeyCode={null}
          selectionKeyCode={null}
          multiSelectionKeyCode={null}
          panActivationKeyCode={null}
          zoomActivationKeyCode={null}
          minZoom={0.2}
          maxZoom={1.5}
          onInit={(flow) => void showFromRoot(flow)}
          proOptions={{ hideAttribution: true }}
        >
          <ZoomButtons />
        </ReactFlow>
      </section>
    </>
  );
}

/** Shows all, or as much as can be read, beginning with the project. */
async function showFromRoot(flow: ReactFlowInstance<GraphNode>): Promise<void> {
  await flow.fitView({ maxZoom: 1, minZoom: 0.8, padding: 0.04 });
  const { x, y, zoom } = flow.getViewport();
  if (x < MARGIN) await flow.setViewport({ x: MARGIN, y, zoom });
}

function ZoomButtons() {
  const { zoomIn, zoomOut, fitView } = useReactFlow();
  return (
    <div className={styles.zoom}>
      <ActionIcon variant="default" aria-label="Zoom in" onClick={() => void zoomIn()}>
        +
      </ActionIcon>
      <ActionIcon variant="default" aria-label="Zoom out" onClick={() => void zoomOut()}>
        −
      </ActionIcon>
      <ActionIcon variant="default" aria-label="Show all" title="Show all" onClick={() => void fitView()}>
        <Icon name="overview" size={13} />
      </ActionIcon>
    </div>
  );
}

/** Arrow keys focus the nearest node, which is moved into view. */
function useMoveFocus(frame: { readonly current: HTMLElement | null }, nodes: readonly PlacedNode[]) {
  const { setCenter, getZoom } = useReactFlow();
  return (event: KeyboardEvent) => {
    if (!/^Arrow/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    const id = (event.target as HTMLElement).closest('[data-id]')?.getAttribute('data-id');
    const from = nodes.find((node) => node.id === id);
    if (!from) return;
    event.preventDefault();
    const next = findNeighbour(nodes, from, event.key as Direction);
    if (!next) return;
    const { x, y } = toPoint(next);
    void setCenter(x + SIZE.width / 2, y + SIZE.height / 2, { zoom: getZoom() });
    const node = frame.current?.querySelector(`[data-id="${CSS.escape(next.id)}"]`);
    const control = node?.querySelector<HTMLElement>('button') ?? node?.querySelector('a');
    control?.focus({ preventScroll: true });
  };
}

function toPoint({ column, row }: PlacedNode) {
  return { x: column * STEP.x, y: row * STEP.y };
}

function toNodes(
  graph: OpenGraph,
  project: Project,
  target: string | undefined,
  findings: DependencyGraphProps['findings'],
): GraphNode[] {
  return graph.layout.nodes.map((placed) => {
    const { id } = placed;
    const { name, version } = graph.itemOf(id) ?? project;
    const isExpanded = graph.isExpanded(id);
    const onToggle = isExpanded === undefined ? undefined : () => graph.toggle(id);
    return {
      id,
      type: 'component',
      position: toPoint(placed),
      ...SIZE,
      data: { name, version, isExpanded, isTarget: id === target, findings: findings?.get(id), onToggle },
    };
  });
}

function toEdge({ from, to, isFurther }: OpenGraph['layout']['edges'][number]): Edge {
  return { id: `${from} ${to}`, source: from, target: to, className: isFurther ? 'further' : '' };
}

function ComponentNode({ id, data }: NodeProps<GraphNode>) {
  const { name, version, isExpanded, isTarget, findings, onToggle } = data;
  const label = version === undefined ? name : `${name} ${version}`;
  return (
    <div
      className={styles.node}
      data-target={isTarget || undefined}
      data-severity={findings?.severity}
      title={label}
    >
      {id !== ROOT && <Handle type="target" position={Position.Left} isConnectable={false} />}
      <span className={styles.text}>
        {id === ROOT ? (
          <strong className="truncate">
            <bdi>{name}</bdi>
          </strong>
        ) : (
          <Link to="/components/$uuid" params={{ uuid: id }} className="truncate nopan">
            <bdi>{name}</bdi>
          </Link>
        )}
        <bdi className={styles.version}>{version}</bdi>
      </span>
      {findings && (
        <span className={styles.findings} title={countOf(findings.count, 'finding')}>
          <Severity severity={findings.severity} isFilled={false} />
          {formatCount(findings.count)}
        </span>
      )}
      {onToggle && (
        <button
          type="button"
          className={`${styles.toggle} nopan`}
          aria-expanded={isExpanded}
          aria-label={`Dependencies of ${label}`}
          onClick={onToggle}
        >
          <Icon name={isExpanded ? 'chevronDown' : 'chevronRight'} size={12} />
        </button>
      )}
      <Handle type="source" position={Position.Right} isConnectable={false} />
    </div>
  );
}
