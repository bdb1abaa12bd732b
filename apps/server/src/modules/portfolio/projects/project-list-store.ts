import type { Classifier, CollectionLogic } from '@tallyman/contract';
import { type InferResult, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { totalOf } from '../../../platform/db/total-of.ts';
import type { Page, Paged } from '../../../platform/http/paging.ts';
import { sortColumn } from '../../../platform/http/paging.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { metricsOfProject, riskScoreOfProject } from '../../metric-values/shown-metrics-access.ts';
import { mayAccess } from '../access/project-access.ts';
import { hasChildren, type ProjectQuery, selectProjects, tagNames } from './project-columns-store.ts';

/** Each member that is present narrows the list. */
export interface ProjectFilter {
  readonly name?: string | undefined;
  readonly namePart?: string | undefined;
  readonly version?: string | undefined;
  readonly classifier?: Classifier | undefined;
  readonly tag?: string | undefined;
  readonly teamName?: string | undefined;
  readonly onlyActive?: boolean;
  readonly onlyRoot?: boolean;
  readonly parentUuid?: string;
  readonly notBelow?: string;
  readonly mappedToTeam?: number;
  readonly notMappedToTeam?: number | undefined;
}

const commonSortFields = {
  group: 'group_name',
  name: 'name',
  version: 'version',
  classifier: 'classifier',
  inactiveSince: 'inactive_since',
  isLatest: 'is_latest',
  lastBomImport: 'last_bom_import',
  lastBomImportFormat: 'last_bom_import_format',
} as const;
/** Not a column of the project. */
const RISK_SCORE = 'risk_score';
const listSortFields = { ...commonSortFields, lastInheritedRiskScore: RISK_SCORE } as const;
const conciseSortFields = { ...commonSortFields, lastRiskScore: RISK_SCORE } as const;

export type ListedProject = InferResult<ReturnType<typeof selectListed>>[number];
export type ConciseRow = InferResult<ReturnType<typeof selectConcise>>[number];

export async function listProjects(
  db: Db,
  principal: Principal,
  filter: ProjectFilter,
  page: Page,
): Promise<Paged<ListedProject>> {
  const sort = sortColumn(page, listSortFields);
  const rows = await selectListed(db, principal, selectPage(db, principal, filter, page, sort))
    .orderBy(order('p', sort, page.descending))
    .execute();
  return { rows, total: await totalOf(page, rows.length, () => countProjects(db, principal, filter, page)) };
}

export async function listConciseProjects(
  db: Db,
  principal: Principal,
  filter: ProjectFilter,
  page: Page,
): Promise<Paged<ConciseRow>> {
  const sort = sortColumn(page, conciseSortFields);
  const rows = await selectConcise(db, selectPage(db, principal, filter, page, sort))
    .orderBy(order('p', sort, page.descending))
    .execute();
  return { rows, total: await totalOf(page, rows.length, () => countProjects(db, principal, filter, page)) };
}

function selectListed(db: Db, principal: Principal, projects: ProjectQuery) {
  return selectProjects(db, principal, projects).select(hasChildren.as('has_children'));
}

function selectConcise(db: Db, projects: ProjectQuery) {
  return db
    .selectFrom(projects.as('p'))
    .select([
      'p.uuid',
      'p.group_name',
      'p.name',
      'p.version',
      'p.is_latest',
      'p.inactive_since',
      'p.last_bom_import',
      'p.last_bom_import_format',
    ])
    .select((eb) => [
      eb.ref('p.classifier').$castTo<Classifier | null>().as('classifier'),
      eb.ref('p.collection_logic').$castTo<CollectionLogic | null>().as('collection_logic'),
      tagNames.as('tags'),
      metricsOfProject('p.id').as('metrics'),
      teamNames.as('teams'),
      hasChildren.as('has_children'),
    ]);
}

const teamNames = sql<string[] | null>`(
  select array_agg(team.name order by team.name)
  from project_access join team on team.id = project_access.team_id
  where project_access.project_id = p.id)`;

/** The rows of one page. An index provides the default order. */
function selectPage(
  db: Db,
  principal: Principal,
  filter: ProjectFilter,
  page: Page,
  sort: string | undefined,
): ProjectQuery {
  const sorted = matching(db, principal, filter, page)
    .selectAll('project')
    .orderBy(order('project', sort, page.descending))
    .offset(page.offset);
  return page.limit === null ? sorted : sorted.limit(page.limit);
}

async function countProjects(
  db: Db,
  principal: Principal,
  filter: ProjectFilter,
  page: Page,
): Promise<number> {
  const { total } = await matching(db, principal, filter, page)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

function matching(db: Db, principal: Principal, filter: ProjectFilter, page: Page) {
  const conditions = [mayAccess(principal, 'project.id'), ...conditionsOf(filter), ...searchFor(page.search)];
  return db.selectFrom('project').where((eb) => eb.and(conditions));
}

function conditionsOf(filter: ProjectFilter): RawBuilder<SqlBool>[] {
  const { name, namePart, version, classifier, tag, teamName, parentUuid, notBelow } = filter;
  return [
    name !== undefined && sql<SqlBool>`project.name = ${name}`,
    namePart !== undefined && nameContains(namePart),
    version !== undefined && sql<SqlBool>`project.version = ${version}`,
    classifier !== undefined && sql<SqlBool>`project.classifier = ${classifier}`,
    tag !== undefined && carriesTag(tag),
    teamName !== undefined && isMappedTo(sql`(select team.id from team where team.name = ${teamName})`),
    filter.onlyActive && sql<SqlBool>`project.inactive_since is null`,
    filter.onlyRoot && sql<SqlBool>`project.parent_id is null`,
    parentUuid !== undefined && sql<SqlBool>`project.parent_id = ${idOf(parentUuid)}`,
    notBelow !== undefined && isNotBelow(notBelow),
    filter.mappedToTeam !== undefined && isMappedTo(sql`${filter.mappedToTeam}`),
    filter.notMappedToTeam !== undefined && sql<SqlBool>`not ${isMappedTo(sql`${filter.notMappedToTeam}`)}`,
  ].filter((condition) => typeof condition === 'object');
}

/** "Case-insensitive substring of the name, or exact tag name." */
function searchFor(text: string | undefined): RawBuilder<SqlBool>[] {
  return text === undefined ? [] : [sql<SqlBool>`(${nameContains(text)} or ${carriesTag(text)})`];
}

function nameContains(part: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`strpos(lower(project.name), lower(${part})) > 0`;
}

function carriesTag(name: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    select from project_tag join tag on tag.id = project_tag.tag_id
    where project_tag.project_id = project.id and tag.name = ${name.trim().toLowerCase()})`;
}

function isMappedTo(teamId: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    select from project_access
    where project_access.project_id = project.id and project_access.team_id = ${teamId})`;
}

function isNotBelow(uuid: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`not exists (
    select from project_ancestry
    where project_ancestry.descendant_id = project.id and project_ancestry.ancestor_id = ${idOf(uuid)})`;
}

function idOf(uuid: string): RawBuilder<number> {
  return sql<number>`(select named.id from project named where named.uuid = ${uuid})`;
}

/** By the requested column, then by name (ignoring case), version and id, so that pages never overlap. */
function order(table: string, sort: string | undefined, descending = false): RawBuilder<unknown> {
  const direction = sql.raw(descending ? 'desc' : 'asc');
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const byName = (way: RawBuilder<unknown>) =>
    sql`lower(${column('name')}) ${way}, ${column('version')} ${way}, ${column('id')} ${way}`;
  if (sort === undefined || sort === 'name') return byName(direction);
  const sorted = sort === RISK_SCORE ? riskScoreOfProject(`${table}.id`) : column(sort);
  return sql`${sorted} ${direction} nulls last, ${byName(sql.raw('asc'))}`;
}
