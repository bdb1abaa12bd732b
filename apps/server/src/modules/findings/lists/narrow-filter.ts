import type { Db } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { getProjectId } from '../../portfolio/projects/get-project-id.ts';
import { listCaseOf } from './finding-case-details-store.ts';
import type { FindingFilter } from './finding-filter.ts';
import { findPackageIdentity } from './finding-packages-store.ts';

interface Narrowing {
  readonly project?: string;
  readonly case?: string;
  readonly component?: string;
}

/**
 * Restricts a filter to one project, to one vulnerability and its aliases, or to components of one package and version.
 * Throws if the project is not accessible.
 */
export async function narrowFilter<F extends FindingFilter>(
  db: Db,
  principal: Principal,
  filter: F,
  { project, case: member, component }: Narrowing,
): Promise<F> {
  return {
    ...filter,
    ...(project === undefined ? {} : { projectId: await getProjectId(db, principal, project) }),
    ...(member === undefined ? {} : { vulnerabilityIds: await listCaseOf(db, member) }),
    ...(component === undefined ? {} : await toPackage(db, component)),
  };
}

/** An unknown component has no findings. */
async function toPackage(
  db: Db,
  uuid: string,
): Promise<Pick<FindingFilter, 'vulnerabilityIds' | 'packageOf'>> {
  const packageOf = await findPackageIdentity(db, uuid);
  return packageOf ? { packageOf } : { vulnerabilityIds: [] };
}
