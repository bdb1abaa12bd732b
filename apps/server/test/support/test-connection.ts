import type { ConnectionSettings } from '../../src/platform/db/connect.ts';

export function testConnection(url: string): ConnectionSettings {
  return {
    url,
    applicationName: 'tallyman-test',
    pool: { enabled: true, maxSize: 8, minIdle: 0, idleTimeoutMs: 10_000, maxLifetimeMs: 600_000 },
  };
}
