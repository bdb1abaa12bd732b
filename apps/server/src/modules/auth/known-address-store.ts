import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';

/** More than users need, and few enough to limit guessing from known addresses. */
const MAX_ADDRESSES = 20;

export async function isKnownAddress(db: Db, userId: number, network: string, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('known_sign_in_address')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('network', '=', network)
    .where('last_success_at', '>=', since)
    .executeTakeFirst();
  return row !== undefined;
}

/** Keeps only the latest addresses of the user. */
export async function recordKnownAddress(tx: Tx, userId: number, network: string, at: Date): Promise<void> {
  await sql`
    insert into known_sign_in_address (user_id, network, last_success_at)
    select u.id, ${network}, ${at} from app_user u where u.id = ${userId}
    on conflict (user_id, network) do update set last_success_at = excluded.last_success_at
  `.execute(tx);
  await sql`
    delete from known_sign_in_address where user_id = ${userId} and network not in (
      select network from known_sign_in_address where user_id = ${userId}
      order by last_success_at desc limit ${MAX_ADDRESSES})
  `.execute(tx);
}

export async function deleteAddressesBefore(tx: Tx, before: Date): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('known_sign_in_address')
    .where('last_success_at', '<', before)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
