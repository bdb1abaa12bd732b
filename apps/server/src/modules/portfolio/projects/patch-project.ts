import type { ProjectPatch } from '@tallyman/contract';
import type { Context } from '../../../platform/context.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { changeProject } from './change-project.ts';
import { toPatchedFields } from './project-fields.ts';
import type { FoundProject } from './project-store.ts';

/** Returns undefined if there was nothing to change. */
export async function patchProject(
  ctx: Context,
  principal: Principal,
  uuid: string,
  body: ProjectPatch,
): Promise<FoundProject | undefined> {
  const plan = (current: Parameters<typeof toPatchedFields>[0]) => toPatchedFields(current, body);
  const { project, changed } = await changeProject(ctx, principal, uuid, plan);
  return changed ? project : undefined;
}
