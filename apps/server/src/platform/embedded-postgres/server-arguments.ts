export interface ServerPlan {
  cluster: string;
  port: number;
  /** Whether this build of PostgreSQL can compress with lz4. */
  lz4: boolean;
  settings: Record<string, string>;
}

/** Durability is not reduced: fsync, full_page_writes and synchronous_commit keep their defaults. */
const DEFAULTS: Record<string, string> = {
  max_connections: '100',
  shared_buffers: '256MB',
  // Bulk imports otherwise force a checkpoint every gigabyte.
  max_wal_size: '8GB',
  // JIT compilation costs more than it saves on statements of milliseconds.
  jit: 'off',
  TimeZone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // The server log must contain neither statements nor row values: both may contain secrets.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

const LZ4: Record<string, string> = { wal_compression: 'lz4', default_toast_compression: 'lz4' };

/** Settings are arguments, so that a new release can change them without editing files of the cluster. */
export function planServerArguments(plan: ServerPlan): string[] {
  const settings = {
    ...DEFAULTS,
    ...(plan.lz4 ? LZ4 : {}),
    ...plan.settings,
    listen_addresses: '127.0.0.1',
    // Socket paths are limited to 107 bytes, which a deep data directory exceeds.
    unix_socket_directories: '',
    port: String(plan.port),
  };
  return [
    '-D',
    plan.cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}

/** Arguments with which `postgres` exits with 0 if it supports lz4. */
export function lz4CheckArguments(cluster: string): string[] {
  const settings = Object.entries(LZ4).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-C', 'wal_compression', '-D', cluster, ...settings];
}
