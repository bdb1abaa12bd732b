import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { totalOf } from '../../platform/db/total-of.ts';
import { type Page, type Paged, sortColumn } from '../../platform/http/paging.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { mayAccess, seesEverything } from './project-access.ts';

export interface TagRow {
  readonly name: string;
  readonly project_count: number;
  readonly collection_project_count: number;
  readonly policy_count: number;
  readonly notification_rule_count: number;
  readonly vulnerability_count: number;
}

export interface TaggedProjectRow {
  readonly uuid: string;
  readonly name: string;
  readonly version: string | null;
}

export interface TagUsage {
  readonly id: number;
  readonly name: string;
  /** Whether the principal may know of the tag. */
  readonly visible: boolean;
  /** That the principal may see. */
  readonly projects: number;
  /** That the principal may see. */
  readonly collection_projects: number;
  /** Whether projects use it, in either way, that the principal may not see. */
  readonly hidden_use: boolean;
  readonly policies: number;
  readonly notification_rules: number;
}

/** What tags are not yet used for sorts like the name: every count of it is the same. */
const tagSortFields = {
  name: 'name',
  projectCount: 'project_count',
  collectionProjectCount: 'collection_project_count',
  policyCount: 'policy_count',
  notificationRuleCount: 'notification_rule_count',
  vulnerabilityCount: 'vulnerability_count',
} as const;

export async function listTags(db: Db, principal: Principal, page: Page): Promise<Paged<TagRow>> {
  const sort = sortColumn(page, tagSortFields) ?? 'name';
  const counted = db
    .selectFrom('tag')
    .select([
      'tag.name',
      countProjectsWith(principal).as('project_count'),
      countCollectionsOf(principal).as('collection_project_count'),
      countPolicies.as('policy_count'),
      countAlerts.as('notification_rule_count'),
      countVulnerabilities.as('vulnerability_count'),
    ])
    .where(nameMatches(page.search))
    .where(isVisible(principal))
    .orderBy(sql.ref(sort), page.descending ? 'desc' : 'asc')
    .orderBy('name')
    .offset(page.offset);
  const rows = await (page.limit === null ? counted : counted.limit(page.limit)).execute();
  return { rows, total: await totalOf(page, rows.length, () => countTags(db, principal, page.search)) };
}

function countProjectsWith(principal: Principal) {
  return sql<number>`(
    select count(*) from project_tag
    where project_tag.tag_id = tag.id and ${mayAccess(principal, 'project_tag.project_id')})`;
}

function countCollectionsOf(principal: Principal) {
  return sql<number>`(
    select count(*) from project
    where project.collection_tag_id = tag.id and ${mayAccess(principal, 'project.id')})`;
}

/** Likewise of the policies. */
const countPolicies = sql<number>`(select count(*) from policy_tag where policy_tag.tag_id = tag.id)`;

/** Of the vulnerabilities only how many carry a tag is looked at here. */
const countVulnerabilities = sql<number>`(
  select count(*) from vulnerability_tag where vulnerability_tag.tag_id = tag.id)`;

/** Of the alerts only how many are limited by a tag is looked at here. */
const countAlerts = sql<number>`(select count(*) from alert_tag where alert_tag.tag_id = tag.id)`;

function nameMatches(search: string | undefined) {
  if (search === undefined) return sql<boolean>`true`;
  return sql<boolean>`strpos(tag.name, lower(${search})) > 0`;
}

/** A tag that only projects use which the principal may not see would tell of them. */
function isVisible(principal: Principal) {
  if (seesEverything(principal)) return sql<boolean>`true`;
  return sql<boolean>`(
    exists (select from project_tag
      where project_tag.tag_id = tag.id and ${mayAccess(principal, 'project_tag.project_id')})
    or exists (select from project
      where project.collection_tag_id = tag.id and ${mayAccess(principal, 'project.id')})
    or exists (select from policy_tag where policy_tag.tag_id = tag.id)
    or exists (select from alert_tag where alert_tag.tag_id = tag.id)
    or exists (select from vulnerability_tag where vulnerability_tag.tag_id = tag.id)
    or not exists (select from project_tag where project_tag.tag_id = tag.id)
      and not exists (select from project where project.collection_tag_id = tag.id)
  )`;
}

async function countTags(db: Db, principal: Principal, search: string | undefined): Promise<number> {
  const { total } = await db
    .selectFrom('tag')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(nameMatches(search))
    .where(isVisible(principal))
    .executeTakeFirstOrThrow();
  return total;
}

/** Creates those that are missing. Always in one order, so that two writers cannot wait for each other. */
export async function insertTags(tx: Tx, names: readonly string[]): Promise<void> {
  await sql`
    insert into tag (name) select name from unnest(${[...names]}::text[]) as given (name) order by name
    on conflict (name) do nothing`.execute(tx);
}

/** The ids by name; none of them can be deleted before the transaction ends. */
export async function lockTags(tx: Tx, names: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('tag')
    .select(['id', 'name'])
    .where(isOneOf(names))
    .orderBy('name')
    .forKeyShare()
    .execute();
  return new Map(rows.map((row) => [row.name, row.id]));
}

/** Gives a project exactly these tags. */
export async function replaceTags(tx: Tx, projectId: number, tagIds: readonly number[]): Promise<void> {
  await sql`
    with gone as (
      delete from project_tag where project_id = ${projectId} and tag_id <> all(${[...tagIds]}::bigint[])
    )
    insert into project_tag (project_id, tag_id)
    select ${projectId}::bigint, tag_id from unnest(${[...tagIds]}::bigint[]) as given (tag_id)
    on conflict do nothing`.execute(tx);
}

/** Nobody can start to use these tags before the transaction ends. */
export async function lockTagsForDeletion(tx: Tx, names: readonly string[]): Promise<number[]> {
  const tags = tx.selectFrom('tag').select('id').where(isOneOf(names));
  return (await tags.orderBy('name').forUpdate().execute()).map((tag) => tag.id);
}

/** One parameter, however many names: a statement has room for 65,535, and each number of them is another one. */
function isOneOf(names: readonly string[]) {
  return sql<boolean>`name = any(${[...names]}::text[])`;
}

export async function listTagUsage(
  tx: Tx,
  principal: Principal,
  ids: readonly number[],
): Promise<TagUsage[]> {
  const { rows } = await sql<TagUsage>`
    select tag.id, tag.name, ${isVisible(principal)} as visible, used.projects, collecting.projects as collection_projects,
      used.hidden or collecting.hidden as hidden_use,
      (select count(*) from policy_tag where policy_tag.tag_id = tag.id) as policies,
      ${countAlerts} as notification_rules
    from tag
    cross join lateral (
      select count(*) filter (where accessible) as projects, coalesce(bool_or(not accessible), false) as hidden
      from (select ${mayAccess(principal, 'project_tag.project_id')} as accessible
        from project_tag where project_tag.tag_id = tag.id) users
    ) used
    cross join lateral (
      select count(*) filter (where accessible) as projects, coalesce(bool_or(not accessible), false) as hidden
      from (select ${mayAccess(principal, 'project.id')} as accessible
        from project where project.collection_tag_id = tag.id) users
    ) collecting
    where tag.id = any(${[...ids]}::bigint[])`.execute(tx);
  return rows;
}

export async function deleteTags(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`delete from tag where id = any(${[...ids]}::bigint[])`.execute(tx);
}

export async function tagProjects(
  tx: Tx,
  principal: Principal,
  tagId: number,
  uuids: readonly string[],
): Promise<void> {
  await sql`
    insert into project_tag (project_id, tag_id)
    select project.id, ${tagId}::bigint from project
    where project.uuid = any(${[...uuids]}::uuid[]) and ${mayAccess(principal, 'project.id')}
    order by project.id
    on conflict do nothing`.execute(tx);
}

export async function untagProjects(
  tx: Tx,
  principal: Principal,
  tagId: number,
  uuids: readonly string[],
): Promise<void> {
  await sql`
    delete from project_tag using project
    where project_tag.tag_id = ${tagId} and project.id = project_tag.project_id
      and project.uuid = any(${[...uuids]}::uuid[]) and ${mayAccess(principal, 'project.id')}`.execute(tx);
}

/** `tagged`: projects that carry the tag; `collecting`: collection projects that collect by it. */
export async function listProjectsOfTag(
  db: Db,
  principal: Principal,
  use: 'tagged' | 'collecting',
  name: string,
  page: Page,
): Promise<Paged<TaggedProjectRow>> {
  const sort = sortColumn(page, { name: 'project.name', version: 'project.version' }) ?? 'project.name';
  const projects = projectsOfTag(db, principal, use, name, page.search);
  const sorted = projects
    .select(['project.uuid', 'project.name', 'project.version'])
    .orderBy(sort, (order) => (page.descending ? order.desc() : order.asc()).nullsLast())
    .orderBy('project.name')
    .orderBy('project.version')
    .orderBy('project.id')
    .offset(page.offset);
  const rows = await (page.limit === null ? sorted : sorted.limit(page.limit)).execute();
  return { rows, total: await totalOf(page, rows.length, () => countRows(projects)) };
}

function projectsOfTag(
  db: Db,
  principal: Principal,
  use: 'tagged' | 'collecting',
  name: string,
  search: string | undefined,
) {
  const tagId = sql`(select tag.id from tag where tag.name = ${name})`;
  const uses =
    use === 'collecting'
      ? sql<boolean>`project.collection_tag_id = ${tagId}`
      : sql<boolean>`exists (
          select from project_tag where project_tag.project_id = project.id and project_tag.tag_id = ${tagId})`;
  const projects = db.selectFrom('project').where(uses).where(mayAccess(principal, 'project.id'));
  if (search === undefined) return projects;
  return projects.where(sql<boolean>`strpos(lower(project.name), lower(${search})) > 0`);
}

async function countRows(projects: ReturnType<typeof projectsOfTag>): Promise<number> {
  const { total } = await projects
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}
