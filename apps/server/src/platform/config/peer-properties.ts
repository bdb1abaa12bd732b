import { toKey } from './property-key.ts';

/**
 * Properties of Dependency-Track, former and current, that have no effect here. The warning says so instead of suggesting
 * a similar name. Without prefix; a `*` at the end matches any suffix.
 */
export const peerProperties: readonly string[] = [
  'auth.customizer',
  'bom.upload.*',
  'cache.*',
  'config.log-values',
  'database.driver',
  'database.migration.enabled',
  'database.mode',
  'database.pool.nontx.*',
  'database.pool.tx.*',
  'database.port',
  'datanucleus.*',
  'datasource.pool.keepalive-interval-ms',
  'datasource.pool.leak-detection-threshold-ms',
  'datasource.query-timeout-ms',
  'dev.services.*',
  'dex-engine.*',
  'file-storage.*',
  'http.timeout.pool',
  'http.timeout.socket',
  'init-task.*',
  'init-tasks.datasource.close-after-completion',
  'init.tasks.datasource.close-after-use',
  'integrity.*',
  'integrityMetaInitializer.*',
  'notification-publisher.*',
  'notification.outbox-relay.batch-size',
  'notification.outbox-relay.enabled',
  'notification.outbox-relay.large-notification-threshold-bytes',
  'oidc.auth-customizer',
  'private.key.path',
  'public.key.path',
  'repo.meta.analyzer.*',
  'secret-management.database.datasource.name',
  'secret.key.path',
  'system.requirement.check.enabled',
  'telemetry.submission.*',
  'tmp.delay-bom-processed-notification',
  'vuln-analyzer.internal.datasource.*',
  'vuln-analyzer.oss-index.allow-local-connections',
  'watchdog.logging.interval',
  'worker.pool.drain.timeout.duration',
  'workflow.*',
];

/** Scheduled tasks. These once had no prefix, so their environment variables without prefix are recognised. */
export const peerTaskProperties: readonly string[] = [
  'task-scheduler.*',
  'task.component.metadata.maintenance.*',
  'task.componentIdentification.*',
  'task.cron.*',
  'task.csaf.*',
  'task.defect-dojo-upload.lock.*',
  'task.epss-mirror.*',
  'task.fortify-ssc-upload.lock.*',
  'task.git.hub.advisory.mirror.*',
  'task.github-advisory-vuln-data-source-mirror.*',
  'task.integrity.meta.initializer.*',
  'task.internal.component.identification.*',
  'task.kenna-security-upload.lock.*',
  'task.kev-mirror.*',
  'task.ldap.sync.*',
  'task.ldapSync.*',
  'task.metrics.vulnerability.*',
  'task.mirror.*',
  'task.nist.mirror.*',
  'task.nvd-vuln-data-source-mirror.*',
  'task.osv-vuln-data-source-mirror.*',
  'task.osv.mirror.*',
  'task.package-metadata-maintenance.*',
  'task.package-metadata-resolution.*',
  'task.portfolio-analysis.*',
  'task.portfolio.repoMetaAnalysis.*',
  'task.portfolio.vulnAnalysis.*',
  'task.project-maintenance.*',
  'task.repository.meta.analysis.*',
  'task.tag-maintenance.*',
  'task.telemetry-submission.*',
  'task.vuln-database-maintenance.*',
  'task.vuln-metrics-update.*',
  'task.vulnerability.analysis.*',
  'task.vulnerability.database.maintenance.*',
  'task.vulnerability.metrics.update.*',
  'task.vulnerability.scan.maintenance.*',
  'task.workflow.*',
];

export const isPeerProperty = matcher([...peerProperties, ...peerTaskProperties]);
export const isPeerTaskProperty = matcher(peerTaskProperties);

function matcher(names: readonly string[]): (rest: string) => boolean {
  const exact = new Set(names.filter((name) => !name.endsWith('*')).map(toKey));
  const starts = names.filter((name) => name.endsWith('*')).map((name) => `${toKey(name)}_`);
  return (rest) => exact.has(rest) || starts.some((start) => rest.startsWith(start));
}
