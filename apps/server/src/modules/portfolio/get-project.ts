import type { Context } from '../../platform/context.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { findDirectDependencies } from './dependency-graph-store.ts';
import { requireVisible } from './project-refusals.ts';
import { findProject, listChildren, listVersions, type ProjectKey } from './project-store.ts';

export type ProjectDetails = Awaited<ReturnType<typeof getProject>>;

export async function getProject(ctx: Context, principal: Principal, key: ProjectKey) {
  const project = requireVisible(await findProject(ctx.db, principal, key));
  const [children, versions, directDependencies] = await Promise.all([
    listChildren(ctx.db, principal, project.id),
    listVersions(ctx.db, principal, project.name),
    findDirectDependencies(ctx.db, project.id),
  ]);
  return { project, children, versions, directDependencies };
}
