// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are expressions of the configuration
import { describe, expect, test } from 'vitest';
import { attemptConfig } from '../../../test/support/attempt-config.ts';
import type { PropertyName } from './properties.ts';
import { toEnvironmentName } from './property-key.ts';

/** Sets one old name in a file and, with the prefix `LEGACY_`, in the environment; both must have the same effect. */
function setOldName(name: string, value: string) {
  const withPrefix = attemptConfig({ env: { [toEnvironmentName(`legacy.${name}`)]: value } });
  const inFile = attemptConfig({ file: `${name}=${value}` });
  return { inFile, withPrefix };
}

describe('upgrade to v0.6.0', () => {
  test.each<[string, string, PropertyName, unknown]>([
    ['task.cron.metrics.portfolio', '5 * * * *', 'svc.task.portfolio-metrics-update.cron', '5 * * * *'],
    [
      'task.portfolio.metrics.update.cron',
      '5 * * * *',
      'svc.task.portfolio-metrics-update.cron',
      '5 * * * *',
    ],
    [
      'task.metrics.portfolio.lockAtMostForInMillis',
      '600000',
      'svc.task.portfolio-metrics-update.lock.max.duration',
      600_000,
    ],
    [
      'task.metrics.portfolio.lockAtLeastForInMillis',
      '60000',
      'svc.task.portfolio-metrics-update.lock.min.duration',
      60_000,
    ],
    [
      'task.portfolio.metrics.update.lock.max.duration',
      'PT10M',
      'svc.task.portfolio-metrics-update.lock.max.duration',
      600_000,
    ],
    [
      'task.portfolio.metrics.update.lock.min.duration',
      'PT1M',
      'svc.task.portfolio-metrics-update.lock.min.duration',
      60_000,
    ],
    ['database.run.migrations', 'false', 'svc.init.tasks.enabled', false],
    ['database.run.migrations.only', 'true', 'svc.init.and.exit', true],
    ['init.tasks.enabled', 'false', 'svc.init.tasks.enabled', false],
    ['init.and.exit', 'true', 'svc.init.and.exit', true],
  ])('%s=%s sets %s', (name, value, property, expected) => {
    const { inFile, withPrefix } = setOldName(name, value);
    expect(inFile.config[property]).toEqual(expected);
    expect(withPrefix.config[property]).toEqual(expected);
    expect(inFile.warnings[0]).toContain(`is deprecated; write ${property} instead.`);
  });

  test('lock durations are ISO 8601 durations, not milliseconds', () => {
    const { inFile } = setOldName('task.portfolio.metrics.update.lock.max.duration', '900000');
    expect(inFile.problems).toEqual([expect.stringContaining('900000 milliseconds are PT15M')]);
  });

  test.each([
    'kafka.topic.prefix',
    'svc.kafka.topic.prefix',
    'legacy.kafka.processor.vuln.scan.result.processing.order',
    'kafka.processor.vuln.scan.result.processing.order',
    'kafka.bootstrap.servers',
  ])('the broker property %s is accepted, without effect: no broker is needed since v0.7.0', (name) => {
    const { warnings } = attemptConfig({ file: `${name}=x` });
    expect(warnings).toEqual([expect.stringContaining('No message broker is needed any more')]);
  });

  test.each(['url', 'username', 'password'])(
    'database.migration.%s, later init.tasks.database.…, is replaced by init.tasks.datasource.name',
    (field) => {
      for (const name of [`database.migration.${field}`, `init.tasks.database.${field}`]) {
        const { inFile, withPrefix } = setOldName(name, 'hunter2');
        expect(inFile.warnings).toEqual([
          expect.stringContaining('set svc.init.tasks.datasource.name=init-tasks'),
        ]);
        expect(withPrefix.warnings).toHaveLength(1);
        expect(inFile.warnings[0]).not.toContain('hunter2');
      }
    },
  );
});

describe('upgrade to v0.7.0', () => {
  test.each([
    ['access.key', 'svc.vulnerability.policy.bundle.url'],
    ['secret.key', 'svc.vulnerability.policy.bundle.url'],
    ['bucket.name', 'svc.vulnerability.policy.bundle.url'],
    ['bundle.name', 'svc.vulnerability.policy.bundle.url'],
    ['region', 'svc.vulnerability.policy.bundle.url'],
  ])('the S3 property %s is removed; %s replaces it', (name, replacement) => {
    const { inFile } = setOldName(`vulnerability.policy.s3.${name}`, 'x');
    expect(inFile.warnings).toEqual([expect.stringContaining(`set ${replacement}`)]);
  });

  test.each([
    ['vulnerability.policy.bundle.source.type', 'svc.vulnerability.policy.bundle.url'],
    ['vulnerability.policy.analysis.enabled', 'Policies are always applied'],
    [
      'dt.task.vulnerability.policy.fetch.lock.max.duration',
      'svc.task.vulnerability-policy-bundle-sync.cron',
    ],
    [
      'dt.task.vulnerability.policy.fetch.lock.min.duration',
      'svc.task.vulnerability-policy-bundle-sync.cron',
    ],
  ])('%s is removed', (name, instead) => {
    const { warnings } = attemptConfig({ file: `${name}=x` });
    expect(warnings).toEqual([expect.stringMatching(/no longer exists and is ignored/)]);
    expect(warnings[0]).toContain(instead);
  });

  test.each<[string, string, PropertyName, unknown]>([
    [
      'dt.task.vulnerability.policy.fetch.cron',
      '*/5 * * * *',
      'svc.task.vulnerability-policy-bundle-sync.cron',
      '*/5 * * * *',
    ],
    ['auth.jwt.ttl.seconds', '604800', 'svc.auth.session-timeout-ms', 604_800_000],
    ['legacy.auth.jwt.ttl.seconds', '60', 'svc.auth.session-timeout-ms', 60_000],
    ['http.timeout.connection', '5', 'svc.http.connect-timeout-ms', 5_000],
    ['legacy.ldap.enabled', 'true', 'svc.ldap.enabled', true],
    [
      'task.portfolio.metrics.update.cron',
      '1 * * * *',
      'svc.task.portfolio-metrics-update.cron',
      '1 * * * *',
    ],
    ['legacy.database.url', 'jdbc:postgresql://db/t', 'svc.datasource.url', 'postgresql://db/t'],
    ['legacy.database.username', 'me', 'svc.datasource.username', 'me'],
    ['legacy.database.password', 'x', 'svc.datasource.password', 'x'],
    ['legacy.database.pool.enabled', 'false', 'svc.datasource.pool.enabled', false],
    ['legacy.database.pool.max.size', '7', 'svc.datasource.pool.max-size', 7],
    ['legacy.database.pool.min.idle', '1', 'svc.datasource.pool.min-idle', 1],
    ['legacy.database.pool.idle.timeout', '1000', 'svc.datasource.pool.idle-timeout-ms', 1000],
    ['legacy.database.pool.max.lifetime', '2000', 'svc.datasource.pool.max-lifetime-ms', 2000],
    ['init.tasks.datasource.name', 'default', 'svc.init.tasks.datasource.name', 'default'],
  ])('%s=%s sets %s', (name, value, property, expected) => {
    const { config, warnings } = attemptConfig({ file: `${name}=${value}` });
    expect(config[property]).toEqual(expected);
    expect(warnings[0]).toContain(`is deprecated; write ${property} instead.`);
  });

  test('a former legacy. prefix is replaced by svc.; an unprefixed name gets svc. in front', () => {
    const env = { LEGACY_CORS_ENABLED: 'false', INIT_TASKS_ENABLED: 'false', SVC_HTTP_PORT: '1' };
    const { config } = attemptConfig({ env });
    expect(config).toMatchObject({
      'svc.cors.enabled': false,
      'svc.init.tasks.enabled': false,
      'svc.http.port': 1,
    });
  });

  test.each<[string, string]>([
    ['legacy.database.password.file', 'svc.datasource.password'],
    ['database.password.file', 'svc.datasource.password'],
    ['legacy.http.proxy.password.file', 'svc.http.proxy.password'],
    ['http.proxy.password.file', 'svc.http.proxy.password'],
    ['legacy.ldap.bind.password.file', 'svc.ldap.bind.password'],
    ['ldap.bind.password.file', 'svc.ldap.bind.password'],
  ])('the server refuses to start when %s is set, and names ${file::…} for %s', (name, property) => {
    expect(attemptConfig({ file: `${name}=/run/secrets/x` }).problems).toEqual([
      `${name} (tallyman.properties, line 1) is no longer supported and refuses the start. ` +
        `Write ${property}=\${file::/run/secrets/x} instead.`,
    ]);
    const variable = toEnvironmentName(name.startsWith('legacy.') ? name : `svc.${name}`);
    expect(attemptConfig({ env: { [variable]: '/run/secrets/x' } }).problems).toEqual([
      `${variable} (environment) is no longer supported and refuses the start. ` +
        `Write ${toEnvironmentName(property)}=\${file::/run/secrets/x} instead.`,
    ]);
  });

  test('the environment variable LOGGING_LEVEL is removed', () => {
    const { config, warnings } = attemptConfig({ env: { LOGGING_LEVEL: 'TRACE' } });
    expect(config.loggingLevels.root).toBe('info');
    expect(warnings).toHaveLength(1);
  });
});
