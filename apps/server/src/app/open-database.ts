import { join } from 'node:path';
import type { Config } from '../platform/config/load-config.ts';
import type { ConnectionSettings } from '../platform/db/connect.ts';
import { findRunningServer } from '../platform/embedded-postgres/find-running-server.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres/start-embedded-postgres.ts';
import type { Log } from '../platform/log/create-log.ts';
import { describeAddress } from './reach-database.ts';

export interface OpenDatabase {
  readonly settings: ConnectionSettings;
  /** For init tasks: the same, or the data source that svc.init.tasks.datasource.name names. */
  readonly initSettings: ConnectionSettings;
  readonly description: string;
  close(): Promise<void>;
}

/** The configured PostgreSQL, or the embedded one if none is configured. */
export async function openDatabase(
  config: Config,
  log: Log,
  onLost: (reason: string) => void,
): Promise<OpenDatabase> {
  const external = toConnectionSettings(config, 'default');
  const initName = config['svc.init.tasks.datasource.name'];
  if (external) {
    const initSettings = toConnectionSettings(config, initName) ?? external;
    return {
      settings: external,
      initSettings,
      description: describeAddress(external.url),
      close: async () => {},
    };
  }
  const dataDirectory = join(config['svc.data.directory'], 'postgres');
  const postgres = await startEmbeddedPostgres({
    dataDirectory,
    port: config['svc.embedded-postgres.port'],
    log: (level, message, fields) => log[level]({ ...fields }, message),
    onExit: onLost,
  });
  const settings = { ...poolSettings(config, 'default'), url: postgres.url };
  return {
    settings,
    initSettings: settings,
    description: `embedded, in ${dataDirectory}`,
    close: () => postgres.stop(),
  };
}

/** The same for a command that runs besides the service: uses the embedded PostgreSQL of a running service. */
export async function openDatabaseBeside(config: Config, log: Log): Promise<OpenDatabase> {
  const dataDirectory = join(config['svc.data.directory'], 'postgres');
  const running = config.datasources.default?.url ? undefined : findRunningServer(dataDirectory);
  if (running === undefined) return openDatabase(config, log, (reason) => log.error(reason));
  const settings = { ...poolSettings(config, 'default'), url: running };
  const description = `embedded, in ${dataDirectory}`;
  return { settings, initSettings: settings, description, close: async () => {} };
}

function toConnectionSettings(config: Config, name: string): ConnectionSettings | undefined {
  const source = config.datasources[name];
  if (!source?.url) return undefined;
  const { url, username, password } = source;
  return { ...poolSettings(config, name), url, username, password };
}

function poolSettings(config: Config, name: string): Omit<ConnectionSettings, 'url'> {
  const pool = (config.datasources[name] ?? config.datasources.default)?.pool;
  if (!pool) throw new Error(`Unknown data source ${name}.`);
  return { applicationName: 'tallyman', pool };
}
