import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';

/** What teams see. The portfolio implements it: this module does not know projects. */
export interface TeamSight {
  /** Whether the teams see a project that the principal may not see. Never while portfolio access control is off. */
  seesMore(db: Db, principal: Principal, teamIds: readonly number[]): Promise<boolean>;
}

/** The context of use-cases that change access. */
export interface AccessContext extends Context {
  readonly sight: TeamSight;
}
