import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { mayAccess } from '../../portfolio/access/project-access.ts';
import type { FindingKey } from '../finding-key.ts';

/** UUIDs. */
interface NamedFinding {
  readonly component: string;
  readonly vulnerability: string;
  readonly project?: string | undefined;
}

interface FoundNames {
  readonly project_exists: boolean;
  readonly component_id: number | null;
  readonly accessible: boolean;
  readonly vulnerability_id: number | null;
  /** Whether an analyzer reports the vulnerability for the component. */
  readonly is_finding: boolean;
}

/** Looks up UUIDs whether or not the principal may access the project; `accessible` says which. */
export async function lookUpNames(
  db: Db,
  principal: Principal,
  { component, vulnerability, project }: NamedFinding,
): Promise<FoundNames> {
  const { rows } = await sql<FoundNames>`
    select
      ${project ?? null}::uuid is null or exists (select from project where uuid = ${project ?? null}::uuid)
        as project_exists,
      c.id as component_id,
      coalesce(${mayAccess(principal, 'c.project_id')}, false) as accessible,
      v.id as vulnerability_id,
      exists (
        select from finding
        where component_id = c.id and vulnerability_id = v.id and inactive_since is null
      ) as is_finding
    from (select) one
    left join component c on c.uuid = ${component} and c.removed_at is null
    left join vulnerability v on v.uuid = ${vulnerability}`.execute(db);
  return rows[0] as FoundNames;
}

export interface HistoryRow {
  readonly at: Date;
  readonly commenter: string | null;
  readonly comment: string;
}

/** Returns the audit entries of a finding, oldest first. */
export async function listHistory(
  db: Db,
  { componentId, vulnerabilityId }: FindingKey,
): Promise<HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    select at, commenter, comment from finding_audit
    where component_id = ${componentId} and vulnerability_id = ${vulnerabilityId} order by id`.execute(db);
  return rows;
}
