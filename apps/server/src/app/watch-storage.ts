import { hostname } from 'node:os';
import { join } from 'node:path';
import { emitEvents } from '../modules/notifications/emit-events.ts';
import type { Event } from '../modules/notifications/event.ts';
import { storageFailed, storageRecovered } from '../modules/notifications/system-events.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction } from '../platform/db/database.ts';
import { requireFreeSpace } from '../platform/db/free-space-store.ts';
import { type StorageChange, StorageMonitor } from '../platform/files/storage-monitor.ts';
import type { Health } from '../platform/health/health.ts';
import type { Log } from '../platform/log/create-log.ts';

const PROBE_INTERVAL_MS = 30_000;

export interface StorageWatch {
  readonly report: (error: unknown) => void;
  stop(): Promise<void>;
}

/**
 * While disks are full or not writable, health is degraded. Emits a notification per change. The node stays ready, because
 * it can still read, and because all nodes may share the disk.
 */
export function watchStorage({ db, config, log, now }: Context, health: Health): StorageWatch {
  let logged: StorageChange | undefined;
  const monitor = new StorageMonitor({
    directory: join(config['svc.data.directory'], 'tmp'),
    writeToDatabase: () => inTransaction(db, requireFreeSpace),
    onChange: async (change) => {
      if (change !== logged) logChange(log, change);
      // Called again until the notification can be emitted, which may take as long as the database is full.
      logged = change;
      await inTransaction(db, (tx) => emitEvents(tx, now(), [toEvent(change)]));
    },
  });
  health.add('storage', [], () => monitor.check());
  const probe = () =>
    monitor.probe().catch((error: unknown) => log.warn({ err: error }, 'Storage could not be checked'));
  const timer = setInterval(probe, PROBE_INTERVAL_MS).unref();
  void probe();
  return {
    report: (error) => monitor.report(error),
    stop: async () => {
      clearInterval(timer);
      await probe();
    },
  };
}

function logChange(log: Log, { place, reason }: StorageChange): void {
  if (reason === undefined) log.info({ place }, 'Storage has recovered');
  else log.error({ place }, reason);
}

function toEvent({ place, reason }: StorageChange): Event {
  return reason === undefined ? storageRecovered(place, hostname()) : storageFailed(reason, hostname());
}
