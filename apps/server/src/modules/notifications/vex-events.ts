import { Group, VexConsumedOrProcessedSubjectSchema } from '@tallyman/contract/notification';
import type { Event } from './event.ts';
import { type ProjectSubject, toProject } from './project-events.ts';

interface VexSubject {
  readonly project: ProjectSubject;
  readonly specVersion: string;
}

export function vexConsumed(subject: VexSubject): Event {
  const content = 'A VEX document was consumed and will be processed';
  return vexEvent(
    Group.VEX_CONSUMED,
    'Vulnerability Exploitability Exchange (VEX) Consumed',
    content,
    subject,
  );
}

export function vexProcessed(subject: VexSubject): Event {
  const content = 'A VEX document was processed';
  return vexEvent(
    Group.VEX_PROCESSED,
    'Vulnerability Exploitability Exchange (VEX) Processed',
    content,
    subject,
  );
}

/** A notification does not contain the document. */
const OMITTED = new TextEncoder().encode('(Omitted)');

function vexEvent(group: Group, title: string, content: string, { project, specVersion }: VexSubject): Event {
  const message = { project: toProject(project), vex: OMITTED, format: 'CycloneDX', specVersion };
  return {
    group,
    title,
    content,
    subject: { schema: VexConsumedOrProcessedSubjectSchema, message },
    projectUuid: project.uuid,
  };
}
