import type { ProjectSubject } from '../../notifications/project-events.ts';
import type { ProjectRow } from './project-columns-store.ts';

/** The project as notifications contain it. */
export function toProjectSubject(project: ProjectRow): ProjectSubject {
  return {
    uuid: project.uuid,
    name: project.name,
    version: project.version ?? undefined,
    description: project.description ?? undefined,
    purl: project.purl ?? undefined,
    tags: project.tags ?? [],
    isActive: project.inactive_since === null,
  };
}
