import { statfs } from 'node:fs/promises';
import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { oldestUuidOf } from '../../platform/ids.ts';
import { emitEvents } from '../notifications/emit-events.ts';
import { wasSaidSince } from '../notifications/read-notifications.ts';
import { storageLow } from '../notifications/system-events.ts';

const LOW_PERCENT = 5;
const DAY_MS = 86_400_000;

/** Tells once a day that the file system of the data directory is nearly full. */
export async function checkFileSystem(
  ctx: Context,
  look: (directory: string) => Promise<number | undefined> = findFreePercent,
): Promise<void> {
  const directory = ctx.config['svc.data.directory'];
  const free = await look(directory);
  if (free === undefined || free >= LOW_PERCENT) return;
  await inTransaction(ctx.db, async (tx) => {
    const yesterday = oldestUuidOf(new Date(ctx.now().getTime() - DAY_MS));
    if (await wasSaidSince(tx, 'FILE_SYSTEM', yesterday)) return;
    await emitEvents(tx, ctx.now(), [storageLow(directory, free)]);
  });
}

/** Nothing where there is no such directory, as on a node with a database elsewhere. */
async function findFreePercent(directory: string): Promise<number | undefined> {
  const found = await statfs(directory).catch(() => undefined);
  return found && found.blocks > 0 ? (found.bavail / found.blocks) * 100 : undefined;
}
