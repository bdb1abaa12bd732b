import type { Db, Tx } from '../../platform/db/database.ts';
import type { ExtensionConfig } from './extension-point.ts';

export async function findStoredConfig(
  db: Db,
  point: string,
  extension: string,
): Promise<ExtensionConfig | undefined> {
  const row = await db
    .selectFrom('extension_config')
    .select('config')
    .where('point', '=', point)
    .where('extension', '=', extension)
    .executeTakeFirst();
  return row?.config as ExtensionConfig | undefined;
}

export async function upsertConfig(
  tx: Tx,
  point: string,
  extension: string,
  config: ExtensionConfig,
): Promise<void> {
  const text = JSON.stringify(config);
  await tx
    .insertInto('extension_config')
    .values({ point, extension, config: text })
    .onConflict((conflict) => conflict.columns(['point', 'extension']).doUpdateSet({ config: text }))
    .execute();
}

/** By the name of the extension. */
export async function listStoredConfigs(db: Db, point: string): Promise<Map<string, ExtensionConfig>> {
  const rows = await db
    .selectFrom('extension_config')
    .select(['extension', 'config'])
    .where('point', '=', point)
    .execute();
  return new Map(rows.map(({ extension, config }) => [extension, config as ExtensionConfig]));
}
