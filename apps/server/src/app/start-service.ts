import type { FastifyInstance } from 'fastify';
import { startDelivery } from '../modules/alerts/start-delivery.ts';
import { keepSealingAuditLog } from '../modules/audit-log/keep-sealing.ts';
import { keepUpdatingMetrics } from '../modules/metrics/update/keep-updating.ts';
import type { Config } from '../platform/config/load-config.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction } from '../platform/db/database.ts';
import { openPools, type Pools } from '../platform/db/open-pools.ts';
import { Health } from '../platform/health/health.ts';
import { jobCatalog } from '../platform/jobs/catalog.ts';
import { createJobs } from '../platform/jobs/create-jobs.ts';
import { type Log, loggerNamed } from '../platform/log/create-log.ts';
import { openSecrets } from '../platform/secrets/open-secrets.ts';
import type { Tracer } from '../platform/telemetry/otlp/tracer.ts';
import { Telemetry } from '../platform/telemetry/telemetry.ts';
import { APPLICATION, VERSION } from './about.ts';
import { buildApi } from './build-api.ts';
import { buildManagement } from './build-management.ts';
import { buildWorker } from './build-worker.ts';
import { requireFreePorts } from './check-ports.ts';
import { closeWithin } from './close-within.ts';
import { ClosingStack } from './closing-stack.ts';
import { Drain } from './drain.ts';
import { listen } from './listen.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';
import { reachDatabase } from './reach-database.ts';
import { runInitTasks } from './run-init-tasks.ts';
import { traceJobs } from './trace-jobs.ts';
import { watchPortfolio } from './watch-portfolio.ts';
import { watchStorage } from './watch-storage.ts';
import { watchVulnDataSources } from './watch-vuln-data-sources.ts';

export interface Service {
  /** URL of the interface. Undefined for a node of profile `worker`. */
  readonly apiUrl: string | undefined;
  readonly managementUrl: string;
  readonly database: string;
  readonly context: Context;
  /** Becomes unready and serves for `svc.http.drain-ms`, so that load balancers remove this node first. */
  drain(): Promise<void>;
  /** Ends a drain, finishes requests and jobs, then closes everything in reverse order of the start. */
  close(): Promise<void>;
}

interface ServiceOptions {
  readonly config: Config;
  readonly log: Log;
  readonly now?: () => Date;
  /** Called if the node cannot continue, for example because its database died. */
  readonly onLost?: (reason: string) => void;
  /** Called at the first start, as soon as the password is valid. It must not be lost if a later step fails. */
  readonly onAdminPassword?: (password: string) => void;
}

/** Starts a node: management first, so that probes work during start-up, then database, workers, interface. */
export async function startService(options: ServiceOptions): Promise<Service> {
  return closedOnFailure(async (closing) => {
    await requireFreePorts(options.config);
    const node = buildNode(options, closing);
    const tracer = await startTracing(node);
    const prepared = await prepare(node);
    const pools = await connectTo(node, prepared.database);
    const context = await buildContext(node, pools, prepared.database);
    watchVulnDataSources(context, node.health, node.telemetry);
    watchPortfolio(context, node.telemetry);
    const storage = watchStorage(context, node.health);
    closing.add('watch of storage', () => storage.stop());
    await startWork(node, context, pools, tracer);
    const apiUrl = await startApi(node, context, pools, { onError: storage.report, tracer });
    const { managementUrl } = prepared;
    const database = prepared.database.description;
    return {
      apiUrl,
      managementUrl,
      database,
      context,
      drain: async () => (apiUrl === undefined ? undefined : node.drain.begin()),
      close: () => {
        node.drain.end();
        return closing.close();
      },
    };
  });
}

/** Runs the init tasks only (svc.init.and.exit). */
export async function initialiseOnly(options: ServiceOptions): Promise<void> {
  return closedOnFailure(async (closing) => {
    await requireFreePorts(options.config);
    await prepare(buildNode(options, closing));
    await closing.close();
  });
}

async function closedOnFailure<T>(start: (closing: ClosingStack) => Promise<T>): Promise<T> {
  const closing = new ClosingStack();
  try {
    return await start(closing);
  } catch (error) {
    await closing.close();
    throw error;
  }
}

/** The parts that do not need a database. */
interface Node {
  readonly config: Config;
  readonly log: Log;
  readonly now: () => Date;
  readonly onLost: (reason: string) => void;
  readonly onAdminPassword: (password: string) => void;
  readonly health: Health;
  readonly telemetry: Telemetry;
  readonly drain: Drain;
  readonly closing: ClosingStack;
}

function buildNode(options: ServiceOptions, closing: ClosingStack): Node {
  const { config, log, now = () => new Date(), onLost = () => {}, onAdminPassword = () => {} } = options;
  const health = new Health();
  health.expect('init-tasks', ['started']);
  health.expect('dataSources', ['ready']);
  if (config['svc.config.profile'] !== 'worker') health.expect('api', ['ready']);
  const drain = new Drain(config['svc.http.drain-ms']);
  const telemetry = new Telemetry(VERSION);
  return { config, log, now, onLost, onAdminPassword, health, telemetry, drain, closing };
}

/** Returns undefined if no collector is configured. Then the export is not even loaded. */
async function startTracing({ config, log, telemetry, closing }: Node): Promise<Tracer | undefined> {
  const endpoint = config['svc.telemetry.otlp.endpoint'];
  if (endpoint === undefined) return undefined;
  const { startOtlp } = await import('../platform/telemetry/otlp/start-otlp.ts');
  const otlp = startOtlp(endpoint, { config, log, registry: telemetry.registry, version: VERSION });
  closing.add('telemetry', () => otlp.stop());
  return otlp.tracer;
}

interface Prepared {
  readonly managementUrl: string;
  readonly database: OpenDatabase;
}

async function prepare(node: Node): Promise<Prepared> {
  const managementUrl = await startManagement(node);
  const database = await openDatabase(node.config, node.log, node.onLost);
  node.closing.add('database', () => database.close());
  await initialise(node, database);
  return { managementUrl, database };
}

async function startManagement({ config, health, telemetry, closing }: Node): Promise<string> {
  const { 'svc.metrics.auth.username': username, 'svc.metrics.auth.password': password } = config;
  const metrics = { enabled: config['svc.metrics.enabled'], username, password };
  const server = buildManagement({ health, telemetry, metrics });
  closing.add('management server', () => server.close());
  return listen(server, 'management', config['svc.management.host'], config['svc.management.port']);
}

async function initialise(node: Node, database: OpenDatabase): Promise<void> {
  const { config, log, health, onAdminPassword } = node;
  const tasks: Record<string, string> = {};
  let done = !config['svc.init.tasks.enabled'];
  health.add('init-tasks', ['started'], () => ({ up: done, data: { ...tasks } }));
  if (done) return;
  await runInitTasks({
    connection: database.initSettings,
    adminPassword: config['svc.init.admin.password'],
    passwordMinLength: config['svc.auth.password.min-length'],
    onAdminPassword,
    log,
    onTask: (task, state) => {
      tasks[task] = state;
    },
  });
  done = true;
}

async function connectTo(
  { config, log, health, telemetry, closing }: Node,
  database: OpenDatabase,
): Promise<Pools> {
  const pools = openPools(database.settings, config, log);
  closing.add('database connections', () => pools.close());
  await reachDatabase(pools.core.db, database.settings.url);
  telemetry.watchPools(new Map([...pools.all].map(([name, { pool }]) => [name, pool])));
  health.add('dataSources', ['ready'], async () => {
    await pools.core.pool.query('select 1');
    return { up: true, data: { default: 'UP' } };
  });
  return pools;
}

async function buildContext(node: Node, { interactive }: Pools, database: OpenDatabase): Promise<Context> {
  const { config, log, now, health, telemetry, closing } = node;
  const jobs = createJobs({
    catalog: jobCatalog,
    connection: database.settings,
    log: loggerNamed(log, 'jobs', config.loggingLevels),
    migrate: config['svc.init.tasks.enabled'],
    concurrency: config['svc.jobs.concurrency'],
    heartbeatSeconds: config['svc.jobs.heartbeat-seconds'],
    now,
    onFinished: telemetry.jobFinished,
  });
  closing.add('job queue', () => jobs.stop());
  await jobs.start();
  telemetry.watchJobs(() => jobs.stats());
  // Not a liveness check: restarting the node would not bring a lost database back.
  health.add('jobs', ['ready'], () => jobs.health());
  const { db } = interactive;
  const secrets = await openSecrets(config, db, log);
  return { db, jobs, config, secrets, log, now };
}

async function startWork(
  { config, telemetry, closing }: Node,
  base: Context,
  { background }: Pools,
  tracer: Tracer | undefined,
): Promise<void> {
  if (config['svc.config.profile'] === 'web') return;
  const context = { ...base, db: background.db };
  const handlers = buildWorker(context, telemetry);
  context.jobs.startWorkers(tracer ? traceJobs(handlers, tracer) : handlers, (property) =>
    cronOf(config, property),
  );
  // Repair at once what earlier nodes missed.
  await inTransaction(context.db, (tx) => context.jobs.enqueue(tx, 'repair-missed-work', {}));
  closing.add('workers', () => context.jobs.stopWorkers(config['svc.shutdown.timeout-ms']));
  const delivery = startDelivery(context, background.pool, `${APPLICATION}/${VERSION}`);
  closing.add('deliveries', () => delivery.stop());
  const metrics = keepUpdatingMetrics(context);
  closing.add('metrics', () => metrics.stop());
  const auditLog = keepSealingAuditLog(context);
  closing.add('audit log', () => auditLog.stop());
}

function cronOf(config: Config, property: string): string | undefined {
  const value: unknown = Reflect.get(config, property);
  return typeof value === 'string' ? value : undefined;
}

async function startApi(
  { config, health, telemetry, drain, closing }: Node,
  ctx: Context,
  { core, listening }: Pools,
  hooks: { readonly onError: (error: unknown) => void; readonly tracer: Tracer | undefined },
): Promise<string | undefined> {
  if (config['svc.config.profile'] === 'worker') return undefined;
  const server: FastifyInstance = await buildApi({
    ctx,
    core: core.db,
    listening: listening.pool,
    telemetry,
    isDraining: () => drain.hasBegun,
    ...hooks,
  });
  closing.add('main server', () => closeWithin(server, config['svc.shutdown.timeout-ms']));
  const url = await listen(server, 'http', config['svc.http.host'], config['svc.http.port']);
  health.add('api', ['ready'], () =>
    drain.hasBegun ? { up: false, data: { reason: 'stopping' } } : { up: true },
  );
  return url;
}
