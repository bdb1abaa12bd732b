// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are expressions of the configuration
import { describe, expect, test } from 'vitest';
import { attemptConfig } from '../../../test/support/attempt-config.ts';
import { checkConfig } from './check-config.ts';

/** A configuration of the v0.5 line: old names, several prefixes, removed properties. */
const V05_FILE = `
# Database
alpine.database.mode=external
alpine.database.url=jdbc:postgresql://db.internal:5432/dtrack?reWriteBatchedInserts=true
alpine.database.driver=org.postgresql.Driver
alpine.database.username=dtrack
alpine.database.password=correct-horse
alpine.database.pool.enabled=true
alpine.database.pool.max.size=40
alpine.database.pool.min.idle=10
alpine.database.pool.idle.timeout=240000
alpine.database.pool.max.lifetime=480000
database.run.migrations=true
database.run.migrations.only=false
database.migration.username=dtrack_owner
database.migration.password=battery-staple

# General
alpine.data.directory=~/.dependency-track
alpine.worker.threads=0
alpine.worker.thread.multiplier=4
alpine.bcrypt.rounds=14
alpine.api.key.prefix=odt_
alpine.auth.jwt.ttl.seconds=86400

# Web
legacy.cors.enabled=true
legacy.cors.allow.origin=https://portal.example.com
legacy.cors.allow.methods=GET POST PUT DELETE OPTIONS
alpine.metrics.enabled=true
alpine.metrics.auth.username=
alpine.metrics.auth.password=
alpine.http.proxy.address=proxy.internal
alpine.http.proxy.port=3128
alpine.no.proxy=localhost,127.0.0.1
alpine.http.timeout.connection=10

# LDAP
alpine.ldap.enabled=false
alpine.ldap.server.url=ldaps://ldap.internal:636
alpine.ldap.basedn=dc=example,dc=com
alpine.ldap.bind.username=cn=reader,dc=example,dc=com
alpine.ldap.attribute.name=uid
alpine.ldap.groups.filter=(&(objectClass=groupOfUniqueNames))

# Broker and tasks
kafka.bootstrap.servers=broker:9092
kafka.topic.prefix=acme.
task.cron.metrics.portfolio=20 * * * *
task.metrics.portfolio.lockAtMostForInMillis=1200000
task.cron.vulnerability.policy.bundle.fetch=*/10 * * * *
task.cron.mirror.osv=0 3 * * *
vulnerability.policy.analysis.enabled=true
vulnerability.policy.bundle.source.type=S3
vulnerability.policy.s3.secret.key=tr0ub4dor
`;

describe('a configuration file of Dependency-Track at v0.5 style', () => {
  test('starts the service, with warnings', () => {
    const { config, problems } = attemptConfig({ file: V05_FILE, env: { HOME: '/home/me' } });
    expect(problems).toEqual([]);
    expect(config.datasources.default).toEqual({
      url: 'postgresql://db.internal:5432/dtrack',
      username: 'dtrack',
      password: 'correct-horse',
      pool: { enabled: true, maxSize: 40, minIdle: 10, idleTimeoutMs: 240_000, maxLifetimeMs: 480_000 },
    });
    expect(config).toMatchObject({
      'svc.data.directory': '/home/me/.dependency-track',
      'svc.api-key.prefix': 'odt_',
      'svc.auth.session-timeout-ms': 86_400_000,
      'svc.cors.allowed-origins': ['https://portal.example.com'],
      'svc.cors.allowed-methods': ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'],
      'svc.http.proxy.exclusions': ['localhost', '127.0.0.1'],
      'svc.http.connect-timeout-ms': 10_000,
      'svc.ldap.base-dn': 'dc=example,dc=com',
      'svc.task.portfolio-metrics-update.cron': '20 * * * *',
      'svc.task.portfolio-metrics-update.lock.max.duration': 1_200_000,
      'svc.task.vulnerability-policy-bundle-sync.cron': '*/10 * * * *',
    });
  });

  test('every old, removed or ineffective line causes exactly one warning', () => {
    const { warnings } = attemptConfig({ file: V05_FILE });
    const lines = V05_FILE.split('\n').flatMap((line, index) =>
      /^[a-z].*=./.test(line) ? [`(tallyman.properties, line ${index + 1})`] : [],
    );
    const named = lines.map((place) => warnings.filter((warning) => warning.includes(`${place} is `)).length);
    const removed = lines.map(
      (place) => warnings.filter((text) => text.includes(`${place} no longer`)).length,
    );
    expect(lines.map((_, index) => (named[index] ?? 0) + (removed[index] ?? 0))).toEqual(lines.map(() => 1));
    expect(warnings.join()).not.toMatch(/correct-horse|battery-staple|tr0ub4dor/);
  });

  test('also starts with environment variables of all forms', () => {
    const env = {
      ALPINE_DATABASE_PASSWORD: 'from-environment',
      LEGACY_LDAP_ENABLED: 'true',
      TASK_PORTFOLIO_METRICS_UPDATE_CRON: '30 * * * *',
      DT_DATA_DIRECTORY: '/var/lib/dt',
      LOGGING_LEVEL: 'DEBUG',
      PATH: '/usr/bin',
      KAFKA_BOOTSTRAP_SERVERS: 'broker:9092',
    };
    const { config, problems } = attemptConfig({ file: V05_FILE, env });
    expect(problems).toEqual([]);
    expect(config.datasources.default.password).toBe('from-environment');
    expect(config['svc.ldap.enabled']).toBe(true);
    expect(config['svc.task.portfolio-metrics-update.cron']).toBe('30 * * * *');
    expect(config['svc.data.directory']).toBe('/var/lib/dt');
  });

  test('each refused property is named with its replacement', () => {
    const file = `${V05_FILE}
alpine.database.password.file=/run/secrets/db
alpine.ldap.bind.password.file=/run/secrets/ldap
`;
    expect(attemptConfig({ file }).problems).toEqual([
      expect.stringContaining('Write svc.ldap.bind.password=${file::/run/secrets/ldap} instead.'),
      expect.stringContaining('Write svc.datasource.password=${file::/run/secrets/db} instead.'),
    ]);
  });

  test('translated, it means the same and needs no more changes', () => {
    const { translated } = checkConfig(V05_FILE);
    const again = checkConfig(translated);
    expect(again.changes.filter(({ severity }) => severity !== 'ok')).toEqual([]);
    const env = { HOME: '/home/me' };
    const before = attemptConfig({ file: V05_FILE, env });
    const after = attemptConfig({ file: translated, env });
    const { 'init-tasks': owner, ...others } = after.config.datasources;
    expect(others).toEqual(before.config.datasources);
    expect(owner).toMatchObject({ url: 'postgresql://db.internal:5432/dtrack', username: 'dtrack_owner' });
    expect(after.config['svc.init.tasks.datasource.name']).toBe('init-tasks');
    expect(after.config['svc.auth.session-timeout-ms']).toBe(before.config['svc.auth.session-timeout-ms']);
  });
});
