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
  const { project } = await changeProject(ctx, principal, body.uuid, (_current, before) => ({
    ...fields,
    parentUuid: fields.parentUuid ?? hiddenParentOf(before),
  }));
  return project;
}

/** Callers send back what they were shown: leaving out a parent that they may not see says nothing about it. */
function hiddenParentOf({ parent, parent_uuid }: FoundProject): string | null {
  return parent === null ? parent_uuid : null;
}
