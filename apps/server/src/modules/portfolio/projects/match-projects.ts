import type { Db } from '../../../platform/db/database.ts';
import type { SourceProject } from '../../migration-source/source-records.ts';
import { listProjectIds } from './project-match-store.ts';

/** Returns the id of the existing project that a project of the source database corresponds to. */
export type FindExistingProject = (project: SourceProject) => number | undefined;

/** Matches by UUID, else by name and version. Ignores access control: only the migration calls it. */
export async function matchProjects(
  db: Db,
  projects: readonly SourceProject[],
): Promise<FindExistingProject> {
  const here = await listProjectIds(db, projects);
  const byUuid = new Map(here.map(({ uuid, id }) => [uuid, id]));
  const byName = new Map(here.map((one) => [keyOf(one), one.id]));
  return (project) => byUuid.get(project.uuid ?? '') ?? byName.get(keyOf(project));
}

function keyOf({ name, version }: Pick<SourceProject, 'name' | 'version'>): string {
  return JSON.stringify([name, version]);
}
