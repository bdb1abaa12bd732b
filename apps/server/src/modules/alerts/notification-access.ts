import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Principal } from '../../platform/http/principal.ts';
import { mayAccess } from '../portfolio/project-access.ts';

/**
 * Whether a principal may see what a notification says, where `said` is the notification and `project` the one it is
 * about, joined from the left. What tells of the portfolio without being about one project, as summaries do, and what
 * is about a project that was deleted is for those who see all projects.
 */
export function mayRead(principal: Principal): RawBuilder<SqlBool> {
  return sql<SqlBool>`(said.scope = 'SYSTEM' or said.is_test or ${mayAccess(principal, 'project.id')})`;
}
