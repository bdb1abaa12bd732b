import { hostname } from 'node:os';
import { join } from 'node:path';
import { emitEvents } from '../modules/notifications/emit-events.ts';
import { storageFailed, storageRecovered } from '../modules/notifications/system-events.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction } from '../platform/db/database.ts';
import { requireFreeSpace } from '../platform/db/free-space-store.ts';
import { StorageMonitor } from '../platform/files/storage-monitor.ts';
import type { Health } from '../platform/health/health.ts';

const LOOK_MS = 30_000;

export interface StorageWatch {
  readonly report: (error: unknown) => void;
  stop(): Promise<void>;
}

/**
 * Disks that are full or cannot be written: health is degraded, a notification is emitted once per change. The node
 * stays ready, because it can still read, and because all nodes may share the disk.
 */
export function watchStorage({ db, config, log, now }: Context, health: Health): StorageWatch {
  const monitor = new StorageMonitor({
    directory: join(config['svc.data.directory'], 'tmp'),
    writeToDatabase: () => inTransaction(db, requireFreeSpace),
    onChange: async ({ place, reason }) => {
      const event =
        reason === undefined ? storageRecovered(place, hostname()) : storageFailed(reason, hostname());
      if (reason === undefined) log.info({ place }, 'Storage works again');
      else log.error({ place }, reason);
      await inTransaction(db, (tx) => emitEvents(tx, now(), [event]));
    },
  });
  health.add('storage', [], () => monitor.check());
  const look = () =>
    monitor.look().catch((error: unknown) => log.warn({ err: error }, 'Storage cannot be checked'));
  const timer = setInterval(look, LOOK_MS).unref();
  void look();
  return {
    report: (error) => monitor.report(error),
    stop: async () => {
      clearInterval(timer);
      await look();
    },
  };
}
