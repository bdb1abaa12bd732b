import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Principal } from '../../../platform/http/principal.ts';
import { mayAccess } from '../../portfolio/access/project-access.ts';

/**
 * Whether a principal may see the notification in the row `outbox`; `project` is its project, left-joined. Portfolio
 * notifications without a project (summaries) or of a deleted project are visible to those who see all projects.
 */
export function mayRead(principal: Principal): RawBuilder<SqlBool> {
  return sql<SqlBool>`(outbox.scope = 'SYSTEM' or outbox.is_test or ${mayAccess(principal, 'project.id')})`;
}
