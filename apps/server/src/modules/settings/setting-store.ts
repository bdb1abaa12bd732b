import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';

export interface StoredSetting {
  readonly group: string;
  readonly name: string;
  readonly value: string | null;
}

export async function listStoredSettings(db: Db): Promise<StoredSetting[]> {
  return db.selectFrom('setting').select(['group_name as group', 'name', 'value']).execute();
}

export async function findStoredSetting(
  db: Db,
  group: string,
  name: string,
): Promise<StoredSetting | undefined> {
  return db
    .selectFrom('setting')
    .select(['group_name as group', 'name', 'value'])
    .where('group_name', '=', group)
    .where('name', '=', name)
    .executeTakeFirst();
}

export async function upsertSettings(tx: Tx, settings: readonly StoredSetting[]): Promise<void> {
  if (settings.length === 0) return;
  await tx
    .insertInto('setting')
    .values(settings.map(({ group, name, value }) => ({ group_name: group, name, value })))
    .onConflict((conflict) =>
      conflict.columns(['group_name', 'name']).doUpdateSet({ value: sql.ref('excluded.value') }),
    )
    .execute();
}
