import type { ProjectReplacement } from '@tallyman/contract';
import type { Context } from '../../../platform/context.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { changeProject } from './change-project.ts';
import { toReplacementFields } from './project-fields.ts';
import type { FoundProject } from './project-store.ts';

export async function updateProject(
  ctx: Context,
  principal: Principal,
  body: ProjectReplacement,
): Promise<FoundProject> {
  const fields = toReplacementFields(body);
  const { project } = await changeProject(ctx, principal, body.uuid, (_current, before) => ({
    ...fields,
    parentUuid: fields.parentUuid ?? hiddenParentOf(before),
  }));
  return project;
}

/** A caller who may not see the parent cannot send it back, so its absence does not detach the project. */
function hiddenParentOf({ parent, parent_uuid }: FoundProject): string | null {
  return parent === null ? parent_uuid : null;
}
