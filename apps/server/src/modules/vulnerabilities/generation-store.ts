import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

export async function getLastGeneration(db: Db): Promise<number> {
  const last = await db
    .selectFrom('vulnerability')
    .select((eb) => eb.fn.max('matching_generation').as('generation'))
    .executeTakeFirst();
  return last?.generation ?? 0;
}

export function listSinceGeneration(
  db: Db,
  after: { readonly generation: number; readonly id: number },
  limit: number,
) {
  return db
    .selectFrom('vulnerability')
    .select(['id', 'matching_generation as generation'])
    .where(sql<boolean>`(matching_generation, id) > (${after.generation}, ${after.id})`)
    .orderBy('matching_generation')
    .orderBy('id')
    .limit(limit)
    .execute();
}
