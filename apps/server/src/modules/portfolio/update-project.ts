import type { ProjectReplacement } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { changeProject } from './change-project.ts';
import { toReplacementFields } from './project-fields.ts';
import type { FoundProject } from './project-store.ts';

export async function updateProject(
  ctx: Context,
  principal: Principal,
  body: ProjectReplacement,
): Promise<FoundProject> {
  const fields = toReplacementFields(body);
  const { project } = await changeProject(ctx, principal, body.uuid, () => fields);
  return project;
}
