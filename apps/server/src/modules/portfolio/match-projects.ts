import type { Db } from '../../platform/db/database.ts';
import type { OldProject } from '../upgrade/old-records.ts';
import { listProjectIds } from './project-match-store.ts';

/** Answers with the id here of a project there. */
export type FindProjectHere = (project: OldProject) => number | undefined;

/** By UUID, else by name and version. For an upgrade, which sees all projects. */
export async function matchProjects(db: Db, projects: readonly OldProject[]): Promise<FindProjectHere> {
  const here = await listProjectIds(db, projects);
  const byUuid = new Map(here.map(({ uuid, id }) => [uuid, id]));
  const byName = new Map(here.map((one) => [keyOf(one), one.id]));
  return (project) => byUuid.get(project.uuid ?? '') ?? byName.get(keyOf(project));
}

function keyOf({ name, version }: Pick<OldProject, 'name' | 'version'>): string {
  return JSON.stringify([name, version]);
}
