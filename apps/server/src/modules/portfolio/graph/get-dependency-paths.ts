import type { GraphNode } from '@tallyman/contract';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { getProjectId } from '../projects/get-project-id.ts';
import { type GraphNodeRow, hasGraph, listComponentIds, listPathNodes } from './dependency-graph-store.ts';

/** "`{}` when the project has no graph." */
export async function getDependencyPaths(
  ctx: Context,
  principal: Principal,
  projectUuid: string,
  componentUuids: readonly string[],
): Promise<Record<string, GraphNode>> {
  const id = await getProjectId(ctx.db, principal, projectUuid);
  const componentIds = await listComponentIds(ctx.db, id, componentUuids);
  if (componentIds.length < new Set(componentUuids).size) {
    throw new AppError('not-found', 'The component could not be found.');
  }
  if (!(await hasGraph(ctx.db, id))) return {};
  const nodes = await listPathNodes(ctx.db, id, componentIds);
  return Object.fromEntries(nodes.map((node) => [node.uuid, presentNode(node)]));
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
