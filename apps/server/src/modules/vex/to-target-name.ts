import type { VexForm } from '@tallyman/contract';
import type { TargetName } from '../portfolio/upload-target.ts';
import { missing } from './vex-refusals.ts';

type Identification = Pick<VexForm, 'project' | 'projectName' | 'projectVersion'>;

/** "Target project: given by UUID, or by name together with version." A form may leave the version out. */
export function toTargetName(
  { project, projectName, projectVersion }: Identification,
  version: 'optional' | 'required',
): TargetName {
  if (project) return { uuid: project.toLowerCase() };
  const name = projectName?.trim();
  if (!name) throw missing('project', 'is required, or else projectName and projectVersion');
  const given = projectVersion?.trim() || null;
  if (given === null && version === 'required') throw missing('projectVersion', 'is required');
  return { name, version: given };
}
