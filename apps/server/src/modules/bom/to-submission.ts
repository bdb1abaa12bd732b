import { type BomForm, type BomSubmission, isOn, MAX_UPLOAD_TAGS } from '@tallyman/contract';
import { toTargetName } from '../documents/to-target-name.ts';
import { invalidMember } from '../documents/upload-refusals.ts';
import type { TargetName } from '../portfolio/projects/upload-target.ts';

/** The members of an upload beside its document. */
export interface Submission {
  readonly target: TargetName;
  readonly autoCreate: boolean;
  readonly parent: TargetName | undefined;
  readonly tags: readonly string[] | undefined;
  readonly isLatest: boolean;
  readonly isActive: boolean | undefined;
}

/** Every field of a form is text. */
export function fromForm(form: Omit<BomForm, 'bom'>): Submission {
  const { isActive, projectTags } = form;
  return {
    target: toTargetName(form, 'optional'),
    parent: toParent(form),
    autoCreate: isOn(form.autoCreate),
    tags: projectTags === undefined ? undefined : toTags(projectTags),
    isLatest: isOn(form.isLatest) || isOn(form.isLatestProjectVersion),
    isActive: isActive === undefined ? undefined : isOn(isActive),
  };
}

const TAG_NAME = /^\P{Cc}{0,255}$/u;

/** Names of tags in a form have the limits that the schema has for tags in JSON. */
function toTags(text: string): readonly string[] {
  const tags = text.split(',').map((tag) => tag.trim());
  if (tags.length > MAX_UPLOAD_TAGS)
    throw invalidMember('projectTags', `must not name more than ${MAX_UPLOAD_TAGS} tags`);
  if (tags.every((tag) => TAG_NAME.test(tag))) return tags;
  throw invalidMember(
    'projectTags',
    'must be a comma-separated list of names of one line and at most 255 characters',
  );
}

/** "Both not blank on PUT." */
export function fromJson(body: Omit<BomSubmission, 'bom'>): Submission {
  return {
    target: toTargetName(body, 'required'),
    parent: toParent(body),
    autoCreate: body.autoCreate ?? false,
    tags: body.projectTags?.map((tag) => tag.name),
    isLatest: body.isLatest ?? body.isLatestProjectVersion ?? false,
    isActive: body.isActive ?? undefined,
  };
}

type Parent = Pick<BomSubmission, 'parentUUID' | 'parentName' | 'parentVersion'>;

function toParent({ parentUUID, parentName, parentVersion }: Parent): TargetName | undefined {
  if (parentUUID) return { uuid: parentUUID.toLowerCase() };
  const name = parentName?.trim();
  return name ? { name, version: parentVersion?.trim() || null } : undefined;
}
