import type { AffectedProject, VulnerableComponent } from '@tallyman/contract';
import type { Db } from '../../platform/db/database.ts';
import type { Page, Paged } from '../../platform/http/paging.ts';
import type { Principal } from '../../platform/http/principal.ts';

export interface ProjectCounts {
  readonly all: number;
  readonly active: number;
}

export interface AffectedProjectsFilter {
  readonly excludeInactive: boolean;
}

/**
 * What findings tell about vulnerabilities. Findings are of a room that sees this one, so this room is told by the
 * roof whom to ask. Everything counts only what the principal may see.
 */
export interface KnownFindings {
  /** How many projects each vulnerability affects; none where one is missing. */
  countProjects(
    db: Db,
    principal: Principal,
    vulnerabilityIds: readonly number[],
  ): Promise<ReadonlyMap<number, ProjectCounts>>;

  /** Suppressed findings do not count. Sortable by name, version and inactiveSince; by name unless said. */
  listProjects(
    db: Db,
    principal: Principal,
    vulnerabilityId: number,
    filter: AffectedProjectsFilter,
    page: Page,
  ): Promise<Paged<AffectedProject>>;

  /** Ids of the vulnerabilities of a component. */
  listOfComponent(db: Db, componentId: number, withSuppressed: boolean, page: Page): Promise<Paged<number>>;

  /** The vulnerabilities of a project by id, in that order, each with the components it affects. */
  listOfProject(
    db: Db,
    projectId: number,
    withSuppressed: boolean,
  ): Promise<ReadonlyMap<number, readonly VulnerableComponent[]>>;

  /** Whether there is a finding of the vulnerability, be it suppressed. */
  hasFindings(db: Db, vulnerabilityId: number): Promise<boolean>;
}
