import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { knownKeys, OTHERS_VARIABLES, resolveName, SHARED_VARIABLES } from './name-meaning.ts';
import { isPeerProperty } from './peer-properties.ts';
import { getProperty, type PropertyName, propertyNames } from './properties.ts';
import { splitKey, toEnvironmentName, toKey, withoutPrefix } from './property-key.ts';
import { findRemoved, removedProperties } from './removed-properties.ts';

const everyName = propertyNames.flatMap((property) => {
  const { synonyms, oldNames } = getProperty(property);
  const old = oldNames.map(({ name }) => name);
  return [withoutPrefix(property), ...synonyms, ...old].map((name) => ({ property, name }));
});

describe('the table of properties', () => {
  test('has no two names with the same environment variable', () => {
    const keys = everyName.map(({ name }) => toKey(name));
    expect(new Set(keys).size).toBe(keys.length);
    expect(knownKeys.size).toBe(keys.length);
  });

  test('uses the prefix svc. for every property', () => {
    expect(propertyNames.every((name) => /^svc(\.[a-z][a-z0-9-]*)+$/.test(name))).toBe(true);
  });

  test('lists no property as removed or as a property of the peer', () => {
    expect([...knownKeys].filter((key) => findRemoved(key))).toEqual([]);
    // Two members of the family `task.cron.*` have a current name. Known names are looked up first.
    expect([...knownKeys].filter(isPeerProperty).every((key) => key.startsWith('TASK_CRON_'))).toBe(true);
  });

  test('describes every property in a sentence', () => {
    for (const name of propertyNames) expect(getProperty(name).description).toMatch(/^[A-Z][^|]+\.$/);
  });
});

describe('old names keep working through a fallback and are deprecated', () => {
  test.each(everyName)(
    '$name behind each former prefix, and without any, is $property',
    ({ property, name }) => {
      for (const prefix of ['legacy.', 'alpine.', 'dt.', '']) {
        expect(resolveName(`${prefix}${name}`, 'file')).toMatchObject({ property, deprecated: true });
      }
      for (const prefix of ['LEGACY_', 'ALPINE_', 'DT_']) {
        const variable = `${prefix}${toEnvironmentName(name)}`;
        expect(resolveName(variable, 'environment')).toMatchObject({ property, deprecated: true });
      }
    },
  );

  test.each(propertyNames)('%s and its environment variable are not', (property) => {
    const present = { kind: 'property', property, deprecated: false };
    expect(resolveName(property, 'file')).toEqual({ name: property, ...present });
    expect(resolveName(property, 'command line')).toEqual({ name: property, ...present });
    expect(resolveName(toEnvironmentName(property), 'environment')).toEqual({ name: property, ...present });
  });

  test('a former legacy. name with the prefix svc. is a current name, and so is another spelling', () => {
    for (const [written, property] of [
      ['svc.cors.allow.origin', 'svc.cors.allowed-origins'],
      ['svc.task.portfolio.metrics.update.cron', 'svc.task.portfolio-metrics-update.cron'],
      ['svc.data-directory', 'svc.data.directory'],
      ['svc.no.proxy', 'svc.http.proxy.exclusions'],
    ]) {
      expect(resolveName(written ?? '', 'file')).toMatchObject({ property, deprecated: false });
    }
  });

  test('a renamed property is deprecated with the new prefix too', () => {
    expect(resolveName('svc.database.url', 'file')).toMatchObject({
      property: 'svc.datasource.url',
      deprecated: true,
    });
  });
});

describe('SVC_ is added to unprefixed environment variables', () => {
  const carriedOver = everyName.filter(({ property, name }) => {
    const variable = toEnvironmentName(name);
    const isTaken = SHARED_VARIABLES.has(variable) || OTHERS_VARIABLES.has(variable);
    return getProperty(property).carriedOver && !isTaken;
  });

  test.each(carriedOver)('$name without prefix sets $property', ({ property, name }) => {
    const variable = toEnvironmentName(name);
    expect(resolveName(variable, 'environment')).toMatchObject({ property, deprecated: true });
  });

  test.each(propertyNames.filter((name) => !getProperty(name).carriedOver))(
    '%s is new, so its bare variable belongs to others',
    (property) => {
      const variable = toEnvironmentName(withoutPrefix(property));
      expect(resolveName(variable, 'environment')).toEqual({ kind: 'foreign' });
    },
  );

  test.each([...SHARED_VARIABLES])('%s is not read, because other programs use it', (variable) => {
    expect(resolveName(variable, 'environment').kind).toBe('shared');
  });

  test.each([
    'PATH',
    'HOME',
    'NO_PROXY',
    'HTTP_PROXY',
    'HTTPS_PROXY',
    'HTTP_PORT',
    'HTTP_HOST',
    'LOGGING_LEVEL_ROOT',
  ])('%s belongs to others', (variable) => {
    expect(resolveName(variable, 'environment').kind).toBe('foreign');
  });

  test('only the exact form counts', () => {
    expect(resolveName('ldap_enabled', 'environment').kind).toBe('foreign');
    expect(resolveName('ldap.enabled', 'environment').kind).toBe('foreign');
  });
});

describe('legacy file-based secret properties', () => {
  const secrets = everyName.filter(({ property }) => getProperty(property).type.secret);

  test.each(secrets)('$name.file is recognised with every prefix and in every form', ({ property, name }) => {
    for (const prefix of ['svc.', 'legacy.', 'alpine.', 'dt.', '']) {
      const meaning = { kind: 'secret file', name: property };
      expect(resolveName(`${prefix}${name}.file`, 'file')).toEqual(meaning);
      if (prefix !== '') {
        expect(resolveName(toEnvironmentName(`${prefix}${name}.file`), 'environment')).toEqual(meaning);
      }
    }
  });

  test.each([
    'alpine.database.password.file',
    'alpine.http.proxy.password.file',
    'alpine.ldap.bind.password.file',
    'dt.database.password.file',
    'dt.http.proxy.auth.password.file',
    'dt.http.proxy.password.file',
    'dt.ldap.bind-password.file',
    'dt.ldap.bind.password.file',
    'dt.datasource.password-file',
    'svc.datasource.other.password.file',
    'init.tasks.database.password.file',
  ])('%s is one', (name) => {
    expect(resolveName(name, 'file').kind).toBe('secret file');
  });

  test.each([
    'LDAP_BIND_PASSWORD_FILE',
    'HTTP_PROXY_PASSWORD_FILE',
    'METRICS_AUTH_PASSWORD_FILE',
    'DATABASE_PASSWORD_FILE',
    'DATASOURCE_PASSWORD_FILE',
  ])('%s is one, in the environment without prefix', (variable) => {
    expect(resolveName(variable, 'environment').kind).toBe('secret file');
  });

  test('the suffix .file of a property that is no secret is unknown', () => {
    expect(resolveName('svc.http.port.file', 'file').kind).toBe('unknown');
  });
});

describe('other names', () => {
  test.each([
    ['svc.logging.level.http', 'file', 'http'],
    ['svc.logging.level."a.b"', 'file', 'a.b'],
    ['svc.logging.level.a-b.c', 'file', 'a-b.c'],
    ['SVC_LOGGING_LEVEL_PLATFORM_HTTP', 'environment', 'platform.http'],
    ['SVC_LOGGING_LEVEL__A_B_', 'environment', 'a.b'],
  ] as const)('%s (%s) is the level of the logger %s', (name, source, logger) => {
    expect(resolveName(name, source)).toMatchObject({ kind: 'logger', logger, deprecated: false });
  });

  test.each([
    ['svc.datasource.owner.url', 'owner', 'url'],
    ['svc.datasource.my-db.pool.max-size', 'my-db', 'pool.max-size'],
    ['svc.datasource.my_db.pool.max.size', 'my_db', 'pool.max-size'],
  ])('%s belongs to the data source %s', (written, datasource, field) => {
    expect(resolveName(written, 'file')).toMatchObject({
      kind: 'datasource',
      datasource: { datasource, field },
    });
  });

  test.each([
    ['svc.oidc.provider.partner.issuer', 'file', 'partner', 'issuer', false],
    ['svc.oidc.provider.partner-login.client.id', 'file', 'partner-login', 'client-id', false],
    ['SVC_OIDC_PROVIDER_PARTNER_LOGIN_CLIENT_SECRET', 'environment', 'partner-login', 'client-secret', false],
    ['dt.oidc.provider.partner.issuer', 'file', 'partner', 'issuer', true],
  ] as const)('%s (%s) belongs to the provider %s', (written, source, provider, field, deprecated) => {
    expect(resolveName(written, source)).toMatchObject({
      kind: 'oidc-provider',
      provider: { provider, field },
      deprecated,
    });
  });

  test('SVC_DATASOURCE_INIT_TASKS_URL belongs to the data source init-tasks', () => {
    const datasource = { datasource: 'init-tasks', field: 'url' };
    expect(resolveName('SVC_DATASOURCE_INIT_TASKS_URL', 'environment')).toMatchObject({ datasource });
  });

  test('svc.datasource.default.url is svc.datasource.url', () => {
    expect(resolveName('svc.datasource.default.url', 'file')).toMatchObject({
      property: 'svc.datasource.url',
    });
  });

  test.each(['LOGGING_LEVEL', 'LEGACY_LOGGING_LEVEL', 'SVC_LOGGING_LEVEL'])('%s is not a level', (name) => {
    expect(resolveName(name, 'environment').kind).toBe('logging level');
  });

  test.each(removedProperties.flatMap(({ names }) => names))('%s is removed, with any prefix', (name) => {
    const member = name.replace('*', 'bootstrap.servers');
    for (const prefix of ['svc.', 'legacy.', 'dt.', 'alpine.', '']) {
      expect(resolveName(`${prefix}${member}`, 'file').kind).toBe('removed');
    }
  });

  test.each([
    ['svc.http.prt', 'svc.http.port'],
    ['svc.datasource.pool.maxsize', 'svc.datasource.pool.max-size'],
    ['legacy.ldap.bind.pasword', 'svc.ldap.bind.password'],
    ['svc.auth.sesion-timeout', 'svc.auth.session-timeout-ms'],
    ['svc.vuln-analyzer.oss-index.tokn', 'svc.vuln-analyzer.oss-index.token'],
    ['http.hots', 'svc.http.host'],
    ['my.own.name', undefined],
  ])('the unknown %s is nearest to %s', (written, nearest) => {
    const meaning = resolveName(written, 'file');
    expect(meaning).toEqual(nearest ? { kind: 'unknown', nearest } : { kind: 'unknown' });
  });

  test('accepts any name without throwing', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('', 'svc.', 'SVC_', 'legacy.', '%x.'), (text, prefix) => {
        for (const source of ['file', 'environment', 'command line'] as const) {
          expect(resolveName(prefix + text, source).kind).toBeTypeOf('string');
        }
      }),
    );
  });

  test('keys contain what an environment variable can contain', () => {
    expect(toKey('svc.datasource.pool.max-size')).toBe('SVC_DATASOURCE_POOL_MAX_SIZE');
    expect(toEnvironmentName('svc.datasource.pool.max-size')).toBe('SVC_DATASOURCE_POOL_MAX_SIZE');
    expect(splitKey('LEGACY_A')).toEqual({ prefix: 'old', rest: 'A' });
    expect(splitKey('SVCA')).toEqual({ prefix: 'none', rest: 'SVCA' });
  });
});

describe('every property of Dependency-Track gets a clear answer', () => {
  // Properties of its current release that this service has too, by their current names.
  const shared: [string, PropertyName][] = [
    ['cors.allowed-origins', 'svc.cors.allowed-origins'],
    ['data-directory', 'svc.data.directory'],
    ['init-tasks.enabled', 'svc.init.tasks.enabled'],
    ['init-tasks.exit-after-completion', 'svc.init.and.exit'],
    ['init-tasks.datasource.name', 'svc.init.tasks.datasource.name'],
    ['http.proxy.host', 'svc.http.proxy.address'],
    ['http.proxy.auth.password', 'svc.http.proxy.password'],
    ['ldap.bind-password', 'svc.ldap.bind.password'],
    ['ldap.base-dn', 'svc.ldap.base-dn'],
    ['vuln-policy-bundle.url', 'svc.vulnerability.policy.bundle.url'],
    ['task.vuln-policy-bundle-sync.cron', 'svc.task.vulnerability-policy-bundle-sync.cron'],
    ['management.port', 'svc.management.port'],
  ];

  test.each(shared)('dt.%s is %s', (name, property) => {
    expect(resolveName(`dt.${name}`, 'file')).toMatchObject({ kind: 'property', property });
  });

  test.each([
    'dt.cache."vuln-analyzer.snyk.results".ttl-ms',
    'dt.dex-engine.workers.enabled',
    'dt.datasource.query-timeout-ms',
    'dt.init-task.database-migration.enabled',
    'dt.file-storage.s3.secret-key',
    'dt.secret-management.database.datasource.name',
    'dt.notification.outbox-relay.enabled',
    'dt.task.osv-vuln-data-source-mirror.cron',
    'dt.task.portfolio-analysis.max-analysis-age-ms',
    'dt.vuln-analyzer.internal.datasource.name',
    'dt.vuln-analyzer.oss-index.allow-local-connections',
    'dt.telemetry.submission.default-enabled',
    'alpine.database.mode',
    'alpine.secret.key.path',
    'task.cron.ldapSync',
    'task.mirror.epss.lockAtMostForInMillis',
    'workflow.retention.duration',
  ])('%s is known and has no effect', (name) => {
    expect(resolveName(name, 'file').kind).toBe('peer');
  });

  test('TASK_OSV_MIRROR_CRON is recognised without prefix', () => {
    expect(resolveName('TASK_OSV_MIRROR_CRON', 'environment').kind).toBe('peer');
  });
});
