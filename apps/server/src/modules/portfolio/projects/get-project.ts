import type { Context } from '../../../platform/context.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { findDirectDependencies } from '../graph/dependency-graph-store.ts';
import { requireVisible } from './project-errors.ts';
import {
  type FoundProject,
  findProject,
  listChildren,
  listVersions,
  type ProjectKey,
} from './project-store.ts';

export interface ProjectDetails {
  readonly project: FoundProject;
  readonly children: Awaited<ReturnType<typeof listChildren>>;
  readonly versions: Awaited<ReturnType<typeof listVersions>>;
  readonly directDependencies: string | null;
}

export async function getProject(
  ctx: Context,
  principal: Principal,
  key: ProjectKey,
): Promise<ProjectDetails> {
  const project = requireVisible(await findProject(ctx.db, principal, key));
  const [children, versions, directDependencies] = await Promise.all([
    listChildren(ctx.db, principal, project.id),
    listVersions(ctx.db, principal, project.name),
    findDirectDependencies(ctx.db, project.id),
  ]);
  return { project, children, versions, directDependencies };
}
