import { type BomForm, type BomSubmission, isOn } from '@tallyman/contract';
import { AppError } from '../../platform/errors.ts';
import type { TargetName } from '../portfolio/upload-target.ts';

/** What an upload asks for beside its document. */
export interface Submission {
  readonly target: TargetName;
  readonly autoCreate: boolean;
  readonly parent: TargetName | undefined;
  readonly tags: readonly string[] | undefined;
  readonly isLatest: boolean;
  readonly isActive: boolean | undefined;
}

/** Every field of a form is text; a missing version means the project without one. */
export function fromForm(form: Omit<BomForm, 'bom'>): Submission {
  const { isActive, projectTags } = form;
  return {
    target: toTarget(form),
    parent: toParent(form),
    autoCreate: isOn(form.autoCreate),
    tags: projectTags?.split(','),
    isLatest: isOn(form.isLatest) || isOn(form.isLatestProjectVersion),
    isActive: isActive === undefined ? undefined : isOn(isActive),
  };
}

/** "Both not blank on PUT." */
export function fromJson(body: Omit<BomSubmission, 'bom'>): Submission {
  const target = toTarget(body);
  if ('name' in target && target.version === null) throw invalid('projectVersion', 'is required');
  return {
    target,
    parent: toParent(body),
    autoCreate: body.autoCreate ?? false,
    tags: body.projectTags?.map((tag) => tag.name),
    isLatest: body.isLatest ?? body.isLatestProjectVersion ?? false,
    isActive: body.isActive ?? undefined,
  };
}

type Identification = Pick<
  BomSubmission,
  'project' | 'projectName' | 'projectVersion' | 'parentUUID' | 'parentName' | 'parentVersion'
>;

/** "If present, all other identification is ignored." */
function toTarget({ project, projectName, projectVersion }: Identification): TargetName {
  if (project) return { uuid: project.toLowerCase() };
  const name = projectName?.trim();
  if (!name) throw invalid('project', 'is required, or else projectName and projectVersion');
  return { name, version: projectVersion?.trim() || null };
}

function toParent({ parentUUID, parentName, parentVersion }: Identification): TargetName | undefined {
  if (parentUUID) return { uuid: parentUUID.toLowerCase() };
  const name = parentName?.trim();
  return name ? { name, version: parentVersion?.trim() || null } : undefined;
}

function invalid(member: string, message: string): AppError {
  return new AppError('invalid', `The request could not be processed: ${member} ${message}.`, {
    errors: [{ path: `body/${member}`, message }],
  });
}
