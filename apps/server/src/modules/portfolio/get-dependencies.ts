import type { DirectDependency, GraphNode } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { requireComponent } from './component-refusals.ts';
import { findComponentVisibility } from './component-store.ts';
import {
  type DirectDependencyRow,
  type GraphNodeRow,
  hasGraph,
  listComponentIds,
  listDirectDependencies,
  listPathNodes,
} from './dependency-graph-store.ts';
import { requireVisible } from './project-refusals.ts';
import { findVisibility } from './project-store.ts';

/** The number under which the graph knows the project itself. */
const PROJECT = 0;

export async function getProjectDependencies(
  ctx: Context,
  principal: Principal,
  uuid: string,
): Promise<DirectDependency[]> {
  const { id } = requireVisible(await findVisibility(ctx.db, principal, uuid));
  return (await listDirectDependencies(ctx.db, id, PROJECT)).map(presentDependency);
}

export async function getComponentDependencies(
  ctx: Context,
  principal: Principal,
  uuid: string,
): Promise<DirectDependency[]> {
  const { id, project_id } = requireComponent(await findComponentVisibility(ctx.db, principal, uuid));
  return (await listDirectDependencies(ctx.db, project_id, id)).map(presentDependency);
}

/** "`{}` when the project has no graph." */
export async function getDependencyPaths(
  ctx: Context,
  principal: Principal,
  projectUuid: string,
  componentUuids: readonly string[],
): Promise<Record<string, GraphNode>> {
  const { id } = requireVisible(await findVisibility(ctx.db, principal, projectUuid));
  const componentIds = await listComponentIds(ctx.db, id, componentUuids);
  if (componentIds.length < new Set(componentUuids).size) {
    throw new AppError('not-found', 'The component could not be found.');
  }
  if (!(await hasGraph(ctx.db, id))) return {};
  const nodes = await listPathNodes(ctx.db, id, componentIds);
  return Object.fromEntries(nodes.map((node) => [node.uuid, presentNode(node)]));
}

function presentDependency(row: DirectDependencyRow): DirectDependency {
  return {
    uuid: row.uuid,
    name: row.name,
    version: row.version ?? undefined,
    purl: row.purl ?? undefined,
    directDependencies: row.direct_dependencies ?? undefined,
  };
}

function presentNode(row: GraphNodeRow): GraphNode {
  return {
    uuid: row.uuid,
    name: row.name,
    version: row.version ?? undefined,
    purl: row.purl ?? undefined,
    purlCoordinates: row.purl_coordinates ?? undefined,
    dependencyGraph: row.targets,
    expandDependencyGraph: row.leads_there,
  };
}
