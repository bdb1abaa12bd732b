import type { DirectDependency } from '@tallyman/contract';
import type { Context } from '../../../platform/context.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { requireComponent } from '../components/component-errors.ts';
import { findComponentVisibility } from '../components/component-store.ts';
import { getProjectId } from '../projects/get-project-id.ts';
import { type DirectDependencyRow, listDirectDependencies } from './dependency-graph-store.ts';

/** The node id of the project itself in the dependency graph. */
const PROJECT_NODE = 0;

export async function listProjectDependencies(
  ctx: Context,
  principal: Principal,
  uuid: string,
): Promise<DirectDependency[]> {
  const id = await getProjectId(ctx.db, principal, uuid);
  return (await listDirectDependencies(ctx.db, id, PROJECT_NODE)).map(presentDependency);
}

export async function listComponentDependencies(
  ctx: Context,
  principal: Principal,
  uuid: string,
): Promise<DirectDependency[]> {
  const { id, project_id } = requireComponent(await findComponentVisibility(ctx.db, principal, uuid));
  return (await listDirectDependencies(ctx.db, project_id, id)).map(presentDependency);
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
