import type { Db } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { getProjectId } from '../../portfolio/projects/get-project-id.ts';
import { listCaseOf } from './finding-case-details-store.ts';
import type { FindingFilter } from './finding-filter.ts';

/** Restricts a filter to one project, or to one vulnerability and its aliases. Throws if the project is not accessible. */
export async function narrowFilter(
  db: Db,
  principal: Principal,
  { project, case: member }: { readonly project?: string; readonly case?: string },
): Promise<Pick<FindingFilter, 'projectId' | 'vulnerabilityIds'>> {
  return {
    ...(project === undefined ? {} : { projectId: await getProjectId(db, principal, project) }),
    ...(member === undefined ? {} : { vulnerabilityIds: await listCaseOf(db, member) }),
  };
}
