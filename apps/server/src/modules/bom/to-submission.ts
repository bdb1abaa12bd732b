import { type BomForm, type BomSubmission, isOn, MAX_UPLOAD_TAGS } from '@tallyman/contract';
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
    tags: projectTags === undefined ? undefined : toTags(projectTags),
    isLatest: isOn(form.isLatest) || isOn(form.isLatestProjectVersion),
    isActive: isActive === undefined ? undefined : isOn(isActive),
  };
}

const TAG_NAME = /^\P{Cc}{0,255}$/u;

/** What the schema says of tags in JSON holds for their names in a form. */
function toTags(text: string): readonly string[] {
  const tags = text.split(',').map((tag) => tag.trim());
  if (tags.length > MAX_UPLOAD_TAGS)
    throw invalid('projectTags', `must not name more than ${MAX_UPLOAD_TAGS}`);
  if (tags.every((tag) => TAG_NAME.test(tag))) return tags;
  throw invalid('projectTags', 'must be names of one line and at most 255 characters, separated by commas');
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
