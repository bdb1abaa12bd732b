import type { SavedViewPage } from '@tallyman/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { SavedViewContent, SavedViewRow } from './saved-view.ts';

/** Whose views, and the pages of which the user sees shared views. */
export interface ViewReader {
  readonly userId: number;
  readonly sharedPages: readonly SavedViewPage[];
}

export interface ListedView extends SavedViewRow {
  readonly position: string;
}

export interface ViewPage {
  readonly page: SavedViewPage | undefined;
  readonly limit: number;
  readonly after: { readonly position: string; readonly id: number } | undefined;
}

const columns = sql`
  saved_view.id, saved_view.uuid, owner_id as "ownerId", app_user.username as owner, page, name, query,
  is_shared as "isShared", saved_view.created_at as "createdAt", saved_view.updated_at as "updatedAt"`;
const from = sql`saved_view left join app_user on app_user.id = saved_view.owner_id`;

/** The own views come first, then by name. Returns one row more than the limit if there is a next page. */
export async function listViews(
  db: Db,
  reader: ViewReader,
  { page, limit, after }: ViewPage,
): Promise<ListedView[]> {
  const position = sql`((case when owner_id = ${reader.userId} then 'a' else 'b' end || lower(name)) collate "C")`;
  const { rows } = await sql<ListedView>`
    select ${columns}, ${position} as position from ${from}
    where ${isVisible(reader)} and ${isOfPage(page)} and ${
      after ? sql`(${position}, saved_view.id) > (${after.position}, ${after.id})` : sql`true`
    }
    order by ${position}, saved_view.id limit ${limit + 1}`.execute(db);
  return rows;
}

export async function countViews(
  db: Db,
  reader: ViewReader,
  page: SavedViewPage | undefined,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from saved_view where ${isVisible(reader)} and ${isOfPage(page)}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

export async function lockView(tx: Tx, reader: ViewReader, uuid: string): Promise<SavedViewRow | undefined> {
  const { rows } = await sql<SavedViewRow>`
    select ${columns} from ${from} where saved_view.uuid = ${uuid} and ${isVisible(reader)}
    for update of saved_view`.execute(tx);
  return rows[0];
}

/** Locks the user until the transaction ends, so that concurrent requests do not exceed the limit. */
export async function countOwnViews(tx: Tx, userId: number): Promise<number> {
  await sql`select from app_user where id = ${userId} for no key update`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*) from saved_view where owner_id = ${userId}`.execute(tx);
  return Number(rows[0]?.count ?? 0);
}

export async function insertView(tx: Tx, view: Omit<SavedViewRow, 'id' | 'owner'>): Promise<void> {
  await sql`
    insert into saved_view (uuid, owner_id, page, name, query, is_shared, created_at)
    values (${view.uuid}, ${view.ownerId}, ${view.page}, ${view.name}, ${view.query}, ${view.isShared},
      ${view.createdAt})`.execute(tx);
}

export async function updateView(tx: Tx, id: number, content: SavedViewContent, now: Date): Promise<void> {
  await sql`
    update saved_view set name = ${content.name}, query = ${content.query}, is_shared = ${content.isShared},
      updated_at = ${now}
    where id = ${id}`.execute(tx);
}

export async function deleteView(tx: Tx, id: number): Promise<void> {
  await sql`delete from saved_view where id = ${id}`.execute(tx);
}

function isVisible({ userId, sharedPages }: ViewReader): RawBuilder<boolean> {
  return sql<boolean>`(owner_id = ${userId} or is_shared and page = any(${[...sharedPages]}::text[]))`;
}

function isOfPage(page: SavedViewPage | undefined): RawBuilder<boolean> {
  return page === undefined ? sql<boolean>`true` : sql<boolean>`page = ${page}`;
}
