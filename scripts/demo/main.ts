/**
 * The service with a portfolio of invented products: `npm run demo`. It is filled at the first start, in its own data
 * folder. Delete the folder to begin again.
 */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectOperations } from '@tallyman/contract';
import { explainStartFailure } from '../../apps/server/src/app/explain-start-failure.ts';
import { startMessage } from '../../apps/server/src/app/start-message.ts';
import { type Service, startService } from '../../apps/server/src/app/start-service.ts';
import { stopSignal } from '../../apps/server/src/app/stop-signal.ts';
import { loadConfig } from '../../apps/server/src/platform/config/load-config.ts';
import { StartError } from '../../apps/server/src/platform/errors.ts';
import { createLog } from '../../apps/server/src/platform/log/create-log.ts';
import { alertAboutViolations } from './alert-about-violations.ts';
import { backdate } from './backdate.ts';
import { decideFindings } from './decide-findings.ts';
import { fillPortfolio, signInAs } from './fill-portfolio.ts';

/** Nothing is fetched from the network: the demo has its own advisories. */
const SETTINGS = {
  'svc.data.directory': 'demo-data',
  'svc.vuln-data-source.nvd.enabled': 'false',
  'svc.vuln-data-source.euvd.enabled': 'false',
  'svc.vuln-data-source.osv.enabled': 'true',
  'svc.vuln-data-source.osv.cron': '-',
  'svc.vuln-data-source.epss.enabled': 'true',
  'svc.vuln-data-source.epss.cron': '-',
  'svc.vuln-data-source.kev.enabled': 'true',
  'svc.vuln-data-source.kev.cron': '-',
  'svc.outgoing-http.allow': '127.0.0.1',
  'svc.logging.level.root': 'warn',
};

const INCOMPLETE = 'The demo was not filled completely. Delete the folder demo-data and start again.';

const argv = [
  ...Object.entries(SETTINGS).flatMap(([name, value]) => ['--set', `${name}=${value}`]),
  ...process.argv.slice(2),
];
const { config } = loadConfig({ argv, env: process.env, cwd: process.cwd() });
const log = createLog({ levels: config.loggingLevels, format: 'text' });
const stop = stopSignal();
let password: string | undefined = config['svc.init.admin.password'];
try {
  await run();
} catch (failure) {
  const error = explainStartFailure(failure, config);
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`\nThe demo cannot run: ${error.message}\n`);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const service = await startService({ config, log, onAdminPassword: (given) => (password = given) });
  try {
    await fill(service);
    process.stdout.write(startMessage(service));
    await stop.requested;
  } finally {
    await service.close();
  }
}

async function fill(service: Service): Promise<void> {
  const marker = join(config['svc.data.directory'], 'demo-is-complete');
  if (existsSync(marker)) return;
  if (password === undefined) throw new StartError(INCOMPLETE);
  const client = await signInAs(service.apiUrl ?? '', 'admin', password);
  const { body: projects } = await client.call(projectOperations.listProjects, { query: { limit: 1 } });
  if (projects.length > 0) throw new StartError(INCOMPLETE);
  const report = (step: string) => process.stdout.write(`\r\u001b[KFilling the demo: ${step} `);
  const alert = await alertAboutViolations(client);
  const filled = await fillPortfolio(client, new Date(), report);
  report('decisions');
  await decideFindings(client, filled);
  await backdate(service.context.db, filled);
  await alert.close();
  await writeFile(marker, '');
  process.stdout.write(`\r\u001b[K\n  Sign in with\n    user       admin\n    password   ${password}\n`);
}
