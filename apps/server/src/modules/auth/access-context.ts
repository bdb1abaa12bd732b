import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';

export interface VisibleProject {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  readonly version: string | null;
}

/** Which projects teams may see. The portfolio module implements it, because this module does not know projects. */
export interface TeamVisibility {
  /** True if the teams see a project that the principal may not see. False while portfolio access control is off. */
  seesMore(db: Db, principal: Principal, teamIds: readonly number[]): Promise<boolean>;
  /** Throws if one of the projects does not exist or the principal may not see it. */
  getProjectIds(db: Db, principal: Principal, uuids: readonly string[]): Promise<number[]>;
  listProjects(db: Db, ids: readonly number[]): Promise<VisibleProject[]>;
}

/** Context of the use-cases that change users, teams, API keys or permissions. */
export interface AccessContext extends Context {
  readonly visibility: TeamVisibility;
}
