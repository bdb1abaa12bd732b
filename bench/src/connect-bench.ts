import {
  type Connection,
  type ConnectionSettings,
  connect,
} from '../../apps/server/src/platform/db/connect.ts';
import { createLog } from '../../apps/server/src/platform/log/create-log.ts';

/** Connections of the benchmark itself, separate from those of the measured server. */
export function benchSettings(url: string, maxSize = 2): ConnectionSettings {
  const pool = { enabled: true, maxSize, minIdle: 0, idleTimeoutMs: 60_000, maxLifetimeMs: 3_600_000 };
  return { url, applicationName: 'bench', pool };
}

export function connectBench(settings: ConnectionSettings): Connection {
  return connect(settings, createLog({ levels: { root: 'warn' } }));
}
