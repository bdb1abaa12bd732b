import type { Config } from '../config/load-config.ts';
import type { Log } from '../log/create-log.ts';
import { type Connection, type ConnectionSettings, connect, type Timeouts } from './connect.ts';
import { planPoolSizes } from './plan-pool-sizes.ts';

/** Connections by kind of work, so that no kind can exhaust those of another. */
export interface Pools {
  readonly core: Connection;
  readonly interactive: Connection;
  readonly background: Connection;
  /** One connection for notifications of PostgreSQL. It is opened when it is used first. */
  readonly listening: Connection;
  /** The open pools by name. */
  readonly all: ReadonlyMap<string, Connection>;
  close(): Promise<void>;
}

/** Statements of the core pool are short. */
const CORE_LOCK_MS = 2_000;
const CORE_STATEMENT_MS = 10_000;

export function openPools(settings: ConnectionSettings, config: Config, log: Log): Pools {
  const sizes = planPoolSizes(settings.pool.maxSize, config['svc.config.profile']);
  const open = (name: keyof typeof sizes, minIdle: number, timeouts: Timeouts): Connection => {
    const applicationName = `${settings.applicationName}-${name}`;
    const pool = { ...settings.pool, maxSize: sizes[name], minIdle };
    return connect({ ...settings, applicationName, pool, timeouts }, log);
  };
  const requests = {
    lockMs: config['svc.requests.lock-timeout-ms'],
    statementMs: config['svc.requests.statement-timeout-ms'],
  };
  const jobs = {
    lockMs: config['svc.jobs.lock-timeout-ms'],
    statementMs: config['svc.jobs.statement-timeout-ms'],
  };
  const { minIdle } = settings.pool;
  const core = open('core', Math.min(1, minIdle), { lockMs: CORE_LOCK_MS, statementMs: CORE_STATEMENT_MS });
  const interactive = sizes.interactive > 0 ? open('interactive', minIdle, requests) : undefined;
  const background = sizes.background > 0 ? open('background', interactive ? 0 : minIdle, jobs) : undefined;
  const listening = connect(
    {
      ...settings,
      applicationName: `${settings.applicationName}-listening`,
      pool: { ...settings.pool, maxSize: 1, minIdle: 0 },
    },
    log,
  );
  return toPools({ core, interactive, background }, listening);
}

function toPools(
  opened: Record<'core' | 'interactive' | 'background', Connection | undefined>,
  listening: Connection,
): Pools {
  const all = new Map(
    Object.entries(opened).flatMap(([name, connection]) => (connection ? [[name, connection] as const] : [])),
  );
  const { core, interactive, background } = opened;
  const main = interactive ?? background;
  if (!core || !main) throw new Error('A node has connections for requests, for jobs, or for both.');
  return {
    core,
    interactive: main,
    background: background ?? main,
    listening,
    all,
    close: async () => {
      await Promise.all([...all.values(), listening].map((connection) => connection.close()));
    },
  };
}
