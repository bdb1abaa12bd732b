import { statfs } from 'node:fs/promises';
import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { oldestUuidOf } from '../../platform/ids.ts';
import { emitEvents } from '../notifications/emit-events.ts';
import { wasEmittedSince } from '../notifications/read-notifications.ts';
import { storageLow } from '../notifications/system-events.ts';

const LOW_PERCENT = 5;
const DAY_MS = 86_400_000;

/** Emits FILE_SYSTEM, at most once a day, when the file system of the data directory is nearly full. */
export async function checkFileSystem(
  ctx: Context,
  readFreePercent: (directory: string) => Promise<number | undefined> = findFreePercent,
): Promise<void> {
  const directory = ctx.config['svc.data.directory'];
  const free = await readFreePercent(directory);
  if (free === undefined || free >= LOW_PERCENT) return;
  await inTransaction(ctx.db, async (tx) => {
    const yesterday = oldestUuidOf(new Date(ctx.now().getTime() - DAY_MS));
    if (await wasEmittedSince(tx, 'FILE_SYSTEM', yesterday)) return;
    await emitEvents(tx, ctx.now(), [storageLow(directory, free)]);
  });
}

/** Returns undefined if the directory does not exist, as on a node without the embedded database. */
async function findFreePercent(directory: string): Promise<number | undefined> {
  const found = await statfs(directory).catch(() => undefined);
  return found && found.blocks > 0 ? (found.bavail / found.blocks) * 100 : undefined;
}
