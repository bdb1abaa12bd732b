import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { totalOf } from '../../../platform/db/total-of.ts';
import { type Page, type Paged, sortColumn } from '../../../platform/http/paging.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { mayAccess, seesEverything } from '../access/project-access.ts';
import type { TagUses } from './tag-uses-access.ts';

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
  /** Whether the principal may see the tag. */
  readonly visible: boolean;
  /** Only projects that the principal may see. */
  readonly projects: number;
  /** Only projects that the principal may see. */
  readonly collection_projects: number;
  /** Whether projects that the principal may not see use the tag. */
  readonly hidden_use: boolean;
  readonly policies: number;
  readonly notification_rules: number;
}

const tagSortFields = {
  name: 'name',
  projectCount: 'project_count',
  collectionProjectCount: 'collection_project_count',
  policyCount: 'policy_count',
  notificationRuleCount: 'notification_rule_count',
  vulnerabilityCount: 'vulnerability_count',
} as const;

export async function listTags(
  db: Db,
  principal: Principal,
  uses: TagUses,
  page: Page,
): Promise<Paged<TagRow>> {
  const sort = sortColumn(page, tagSortFields) ?? 'name';
  const counted = db
    .selectFrom('tag')
    .select([
      'tag.name',
      countProjectsWith(principal).as('project_count'),
      countCollectionsOf(principal).as('collection_project_count'),
      count(uses.policies).as('policy_count'),
      count(uses.alerts).as('notification_rule_count'),
      count(uses.vulnerabilities).as('vulnerability_count'),
    ])
    .where(nameMatches(page.search))
    .where(isVisible(principal, uses))
    .orderBy(sql.ref(sort), page.descending ? 'desc' : 'asc')
    .orderBy('name')
    .offset(page.offset);
  const rows = await (page.limit === null ? counted : counted.limit(page.limit)).execute();
  return { rows, total: await totalOf(page, rows.length, () => countTags(db, principal, uses, page.search)) };
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

function count(uses: RawBuilder<unknown>) {
  return sql<number>`(select count(*) from ${uses} as used)`;
}

function nameMatches(search: string | undefined) {
  if (search === undefined) return sql<boolean>`true`;
  return sql<boolean>`strpos(tag.name, lower(${search})) > 0`;
}

/** Hides a tag that only hidden projects use, because its name would reveal that they exist. */
function isVisible(principal: Principal, uses: TagUses) {
  if (seesEverything(principal)) return sql<boolean>`true`;
  return sql<boolean>`(
    exists (select from project_tag
      where project_tag.tag_id = tag.id and ${mayAccess(principal, 'project_tag.project_id')})
    or exists (select from project
      where project.collection_tag_id = tag.id and ${mayAccess(principal, 'project.id')})
    or exists ${uses.policies}
    or exists ${uses.alerts}
    or exists ${uses.vulnerabilities}
    or not exists (select from project_tag where project_tag.tag_id = tag.id)
      and not exists (select from project where project.collection_tag_id = tag.id)
  )`;
}

async function countTags(
  db: Db,
  principal: Principal,
  uses: TagUses,
  search: string | undefined,
): Promise<number> {
  const { total } = await db
    .selectFrom('tag')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(nameMatches(search))
    .where(isVisible(principal, uses))
    .executeTakeFirstOrThrow();
  return total;
}

/** Creates the missing tags. Inserts in the order of the names, so that two transactions cannot deadlock. */
export async function insertTags(tx: Tx, names: readonly string[]): Promise<void> {
  await sql`
    insert into tag (name) select name from unnest(${[...names]}::text[]) as given (name) order by name
    on conflict (name) do nothing`.execute(tx);
}

/** Returns the ids by name. The tags cannot be deleted before the transaction ends. */
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

/** Locks the tags, so that no other transaction can start to use them. Returns their ids. */
export async function lockTagsForDeletion(tx: Tx, names: readonly string[]): Promise<number[]> {
  const tags = tx.selectFrom('tag').select('id').where(isOneOf(names));
  return (await tags.orderBy('name').forUpdate().execute()).map((tag) => tag.id);
}

/** One array parameter: a statement has at most 65,535 parameters, and each count of them is another plan. */
function isOneOf(names: readonly string[]) {
  return sql<boolean>`name = any(${[...names]}::text[])`;
}

export async function listTagUsage(
  tx: Tx,
  principal: Principal,
  uses: TagUses,
  ids: readonly number[],
): Promise<TagUsage[]> {
  const { rows } = await sql<TagUsage>`
    select tag.id, tag.name, ${isVisible(principal, uses)} as visible, used.projects, collecting.projects as collection_projects,
      used.hidden or collecting.hidden as hidden_use,
      ${count(uses.policies)} as policies, ${count(uses.alerts)} as notification_rules
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

export async function insertProjectTags(
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

export async function deleteProjectTags(
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

/** `tagged`: projects that have the tag. `collecting`: collection projects that aggregate by it. */
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
