import type { Narrowing } from '@tallyman/cel';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { mayAccess } from '../portfolio/access/project-access.ts';
import { isSetByPolicy } from './policy-finding-store.ts';

/** Columns of the fields in expressions. Other fields do not narrow the search. */
const COLUMNS: Readonly<Record<string, string>> = {
  'vuln.id': 'vulnerability.vuln_id',
  'vuln.source': 'vulnerability.source',
  'vuln.uuid': 'vulnerability.uuid::text',
  'vuln.severity': 'vulnerability.severity',
  'component.name': 'component.name',
  'component.group': 'component.group_name',
  'component.version': 'component.version',
  'component.purl': 'component.purl',
  'component.cpe': 'component.cpe',
  'component.uuid': 'component.uuid::text',
  'project.name': 'project.name',
  'project.version': 'project.version',
  'project.uuid': 'project.uuid::text',
};

/** Projects with findings for which a condition may hold. Without a narrowing these are all projects with findings. */
export async function listProjectsWithCandidates(
  db: Db,
  narrowings: readonly (Narrowing | undefined)[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct finding.project_id as id
    from finding
    join component on component.id = finding.component_id and component.removed_at is null
    join vulnerability on vulnerability.id = finding.vulnerability_id
    join project on project.id = finding.project_id
    where finding.inactive_since is null and (${sql.join(narrowings.map(toPredicate), sql` or `)})
    order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

/** Projects in which a policy has decided something. */
export async function listProjectsWithPolicyDecisions(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct project_id as id from finding_analysis where ${isSetByPolicy} order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

/** The projects of a preview: those that the caller may see and where the condition may hold. */
export async function listPreviewProjects(
  db: Db,
  principal: Principal,
  narrowing: Narrowing | undefined,
  projectUuid: string | undefined,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct finding.project_id as id
    from finding
    join component on component.id = finding.component_id and component.removed_at is null
    join vulnerability on vulnerability.id = finding.vulnerability_id
    join project on project.id = finding.project_id
    where finding.inactive_since is null and ${toPredicate(narrowing)} and ${mayAccess(principal, 'project.id')}
      and (${projectUuid ?? null}::uuid is null or project.uuid = ${projectUuid ?? null}::uuid)
    order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

export async function isProjectVisible(db: Db, principal: Principal, uuid: string): Promise<boolean> {
  const { rows } = await sql`
    select from project where uuid = ${uuid} and ${mayAccess(principal, 'project.id')}`.execute(db);
  return rows.length > 0;
}

/** True for every finding for which the narrowing holds. May be true for others as well. */
function toPredicate(narrowing: Narrowing | undefined): RawBuilder<SqlBool> {
  if (!narrowing) return sql<SqlBool>`true`;
  if (narrowing.kind === 'one of') return toMembership(narrowing.path, narrowing.values);
  const parts = narrowing.of.map(toPredicate);
  return sql<SqlBool>`(${sql.join(parts, narrowing.kind === 'any' ? sql` or ` : sql` and `)})`;
}

function toMembership(path: string, values: readonly string[]): RawBuilder<SqlBool> {
  const requested = sql`any(${[...values]}::text[])`;
  if (path === 'vuln.aliases[].id') {
    return sql<SqlBool>`exists (
      select from vulnerability_alias mine join vulnerability_alias other on other.group_id = mine.group_id
      where mine.vuln_id = vulnerability.vuln_id and mine.source = vulnerability.source
        and other.vuln_id = ${requested})`;
  }
  if (path === 'project.tags[]') {
    return sql<SqlBool>`exists (
      select from project_tag join tag on tag.id = project_tag.tag_id
      where project_tag.project_id = project.id and tag.name = ${requested})`;
  }
  const column = Object.hasOwn(COLUMNS, path) ? COLUMNS[path] : undefined;
  // A field that is not set is the empty text in expressions.
  return column ? sql<SqlBool>`coalesce(${sql.raw(column)}, '') = ${requested}` : sql<SqlBool>`true`;
}
