import {
  type BomConsumedOrProcessedSubject,
  BomConsumedOrProcessedSubjectSchema,
  BomProcessingFailedSubjectSchema,
  BomValidationFailedSubjectSchema,
  Group,
  ProjectSchema,
} from '@tallyman/contract/notification';
import type { Event } from './event.ts';

/** A project as notifications show it. Tags are always present, so that filters can use them. */
export interface ProjectSubject {
  readonly uuid: string;
  readonly name: string;
  readonly version?: string | undefined;
  readonly description?: string | undefined;
  readonly purl?: string | undefined;
  readonly tags: readonly string[];
  readonly isActive: boolean;
}

interface BomSubject {
  readonly project: ProjectSubject;
  readonly specVersion: string;
  readonly token: string;
}

export function projectCreated(project: ProjectSubject): Event {
  return {
    group: Group.PROJECT_CREATED,
    title: 'Project Added',
    content: `${project.name} was created`,
    subject: { schema: ProjectSchema, message: toProject(project) },
    projectUuid: project.uuid,
  };
}

export function bomConsumed(subject: BomSubject): Event {
  return bomEvent(
    Group.BOM_CONSUMED,
    'Bill of Materials Consumed',
    'A CycloneDX BOM was consumed and will be processed',
    subject,
  );
}

export function bomProcessed(subject: BomSubject): Event {
  return bomEvent(
    Group.BOM_PROCESSED,
    'Bill of Materials Processed',
    'A CycloneDX BOM was processed',
    subject,
  );
}

export function bomProcessingFailed(subject: BomSubject, cause: string): Event {
  return {
    group: Group.BOM_PROCESSING_FAILED,
    title: 'Bill of Materials Processing Failed',
    content: 'An error occurred while processing a BOM',
    subject: { schema: BomProcessingFailedSubjectSchema, message: { ...toBomSubject(subject), cause } },
    projectUuid: subject.project.uuid,
  };
}

export function bomValidationFailed(
  project: ProjectSubject,
  specVersion: string,
  errors: readonly string[],
): Event {
  return {
    group: Group.BOM_VALIDATION_FAILED,
    title: 'Bill of Materials Validation Failed',
    content: 'An error occurred while validating a BOM',
    subject: {
      schema: BomValidationFailedSubjectSchema,
      message: { project: toProject(project), bom: toBom(specVersion), errors: [...errors] },
    },
    projectUuid: project.uuid,
  };
}

function bomEvent(group: Group, title: string, content: string, subject: BomSubject): Event {
  const message = { schema: BomConsumedOrProcessedSubjectSchema, message: toBomSubject(subject) };
  return { group, title, content, subject: message, projectUuid: subject.project.uuid };
}

function toBomSubject({ project, specVersion, token }: BomSubject) {
  return { project: toProject(project), bom: toBom(specVersion), token } satisfies Partial<
    Record<keyof BomConsumedOrProcessedSubject, unknown>
  >;
}

/** Documents are large and may be confidential: a notification does not contain them. */
function toBom(specVersion: string) {
  return { content: '(Omitted)', format: 'CycloneDX', specVersion };
}

export function toProject({ uuid, name, version, description, purl, tags, isActive }: ProjectSubject) {
  return { uuid, name, version, description, purl, tags: [...tags], isActive };
}
