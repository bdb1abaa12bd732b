import type { TargetName } from '../portfolio/projects/upload-target.ts';
import { invalidMember } from './upload-refusals.ts';

interface Identification {
  readonly project?: string | null | undefined;
  readonly projectName?: string | null | undefined;
  readonly projectVersion?: string | null | undefined;
}

/**
 * "Target project: given by UUID, or by name together with version." "If present, all other identification is
 * ignored." A form may leave the version out, which means the project without a version.
 */
export function toTargetName(
  { project, projectName, projectVersion }: Identification,
  version: 'optional' | 'required',
): TargetName {
  if (project) return { uuid: project.toLowerCase() };
  const name = projectName?.trim();
  if (!name) throw invalidMember('project', 'is required, or else projectName and projectVersion');
  const given = projectVersion?.trim() || null;
  if (given === null && version === 'required') throw invalidMember('projectVersion', 'is required');
  return { name, version: given };
}
