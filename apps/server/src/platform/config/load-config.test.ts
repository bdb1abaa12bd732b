// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are expressions of the configuration
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { type Attempt, attemptConfig } from '../../../test/support/attempt-config.ts';
import { temporaryDirectory } from '../../../test/support/temporary-directory.ts';
import type { Config } from './load-config.ts';

function problemsOf(given: Attempt): readonly string[] {
  return attemptConfig(given).problems;
}

describe('sources, strongest first', () => {
  const file = 'svc.http.port=1';
  const env = { SVC_HTTP_PORT: '2' };
  const set = ['svc.http.port=3'];

  test.each([
    ['defaults', {}, 8080],
    ['the properties file', { file }, 1],
    ['the environment', { file, env }, 2],
    ['the command line', { file, env, set }, 3],
  ])('%s', (_, given: Attempt, port) => {
    const { config, warnings } = attemptConfig(given);
    expect(config['svc.http.port']).toBe(port);
    expect(warnings).toEqual([]);
  });

  test('the last --set wins, with a warning', () => {
    const { config, warnings } = attemptConfig({ set: ['svc.http.port=1', 'svc.http.port=2'] });
    expect(config['svc.http.port']).toBe(2);
    expect(warnings).toEqual([
      'svc.http.port (--set) is ignored, because svc.http.port (--set) sets it again.',
    ]);
  });

  test('--set=key=value and --config=path work too', () => {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, 'my.properties'), 'svc.http.host=::1');
    const argv = ['--config=my.properties', '--set=svc.http.port=7'];
    const { config } = attemptConfig({ cwd, argv });
    expect([config['svc.http.host'], config['svc.http.port']]).toEqual(['::1', 7]);
  });

  test('--config names another file than ./tallyman.properties', () => {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, 'tallyman.properties'), 'svc.http.port=1');
    writeFileSync(join(cwd, 'other.properties'), 'svc.http.host=::1');
    const { config } = attemptConfig({ cwd, argv: ['--config', 'other.properties'] });
    expect([config['svc.http.host'], config['svc.http.port']]).toEqual(['::1', 8080]);
  });

  test('a missing file of --config is a problem', () => {
    expect(problemsOf({ argv: ['--config', 'nowhere.properties'] })).toEqual([
      expect.stringMatching(/nowhere\.properties does not exist\.$/),
    ]);
  });

  test('a file that is not UTF-8 is a problem', () => {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, 'tallyman.properties'), Uint8Array.of(0x61, 0x3d, 0xff));
    expect(problemsOf({ cwd })).toEqual([expect.stringMatching(/tallyman\.properties is not UTF-8\.$/)]);
  });

  test('the last of two equal names in a file wins, with a warning', () => {
    const { config, warnings } = attemptConfig({ file: 'svc.http.port=1\nsvc.http.port=2' });
    expect(config['svc.http.port']).toBe(2);
    expect(warnings).toEqual([
      'svc.http.port (tallyman.properties, line 1) is ignored, because svc.http.port (tallyman.properties, line 2) sets it again.',
    ]);
  });

  test('an empty value counts as not set', () => {
    const { config } = attemptConfig({
      file: 'svc.http.port=81\nsvc.http.host=',
      env: { SVC_HTTP_PORT: '' },
    });
    expect([config['svc.http.host'], config['svc.http.port']]).toEqual(['127.0.0.1', 81]);
  });

  test('each value has its source', () => {
    const { sources } = attemptConfig({ file: '\nlegacy.data.directory=x', env, set: ['svc.http.host=::1'] });
    expect(sources['svc.data.directory']).toEqual({
      where: 'tallyman.properties, line 2',
      name: 'legacy.data.directory',
    });
    expect(sources['svc.http.port']).toEqual({ where: 'environment', name: 'SVC_HTTP_PORT' });
    expect(sources['svc.http.host']).toEqual({ where: '--set', name: 'svc.http.host' });
    expect(sources['svc.management.port'].where).toBe('default');
  });
});

describe('a new name wins over an old one', () => {
  test.each<[string, Attempt]>([
    ['in the same file', { file: 'legacy.data.directory=/old\nsvc.data.directory=/new' }],
    ['even later in the same file', { file: 'svc.data.directory=/new\nlegacy.data.directory=/old' }],
    ['in the environment', { env: { SVC_DATA_DIRECTORY: '/new', LEGACY_DATA_DIRECTORY: '/old' } }],
    ['of a stronger source', { file: 'svc.data.directory=/new', env: { DATA_DIRECTORY: '/old' } }],
    ['on the command line', { env: { SVC_DATA_DIRECTORY: '/new' }, set: ['data.directory=/old'] }],
  ])('%s, and the old one is named as ignored', (_, given) => {
    const { config, warnings } = attemptConfig(given);
    expect(config['svc.data.directory']).toBe('/new');
    expect(warnings).toEqual([expect.stringMatching(/is ignored, because .* is set; remove it\.$/)]);
  });

  test('one deprecation warning for each old name names the new one in the form of its source', () => {
    const { warnings } = attemptConfig({
      file: 'legacy.cors.enabled=false',
      env: { LEGACY_CORS_MAX_AGE: '60', DATA_DIRECTORY: '/x' },
      set: ['alpine.cors.allow.origin=https://a.example'],
    });
    expect(warnings).toEqual([
      'alpine.cors.allow.origin (--set) is deprecated; write svc.cors.allowed-origins instead.',
      'LEGACY_CORS_MAX_AGE (environment) is deprecated; write SVC_CORS_MAX_AGE instead.',
      'DATA_DIRECTORY (environment) is deprecated; write SVC_DATA_DIRECTORY instead.',
      'legacy.cors.enabled (tallyman.properties, line 1) is deprecated; write svc.cors.enabled instead.',
    ]);
  });
});

describe('secrets on the command line', () => {
  test('are accepted, with a warning that names the environment variable and the file expression', () => {
    const { config, warnings } = attemptConfig({ set: ['svc.init.admin.password=hunter2hunter2'] });
    expect(config['svc.init.admin.password']).toBe('hunter2hunter2');
    expect(warnings).toEqual([
      'svc.init.admin.password (--set): other users of this machine can see arguments. Set SVC_INIT_ADMIN_PASSWORD ' +
        'in the environment instead, or write svc.init.admin.password=${file::<path>}.',
    ]);
  });

  test('cause no warning in the environment, or in a file that the argument refers to', () => {
    expect(attemptConfig({ env: { SVC_INIT_ADMIN_PASSWORD: 'hunter2hunter2' } }).warnings).toEqual([]);
    expect(attemptConfig({ set: ['svc.init.admin.password=${SOME_VARIABLE:x}'] }).warnings).toEqual([]);
  });
});

describe('invalid values refuse the start', () => {
  const pool = 'svc.datasource.pool.max-size=5\nlegacy.database.pool.min.idle=10';

  test('DATABASE_PASSWORD_FILE in the environment refuses the start and names what to write instead', () => {
    expect(problemsOf({ env: { DATABASE_PASSWORD_FILE: '/run/secrets/db' } })).toEqual([
      'DATABASE_PASSWORD_FILE (environment) is no longer supported and refuses the start. ' +
        'Write SVC_DATASOURCE_PASSWORD=${file::/run/secrets/db} instead.',
    ]);
  });

  test('all problems are listed at once, each with name, source, reason and remedy', () => {
    const given = {
      file: [
        'svc.http.port=80a',
        'legacy.auth.jwt.ttl.seconds=soon',
        'svc.task.expired-session-cleanup.cron=never',
        'svc.ldap.bind.password=${file::/does/not/exist}',
        'svc.logging.level.http=loud',
      ].join('\n'),
      env: { LEGACY_METRICS_ENABLED: 'perhaps', LDAP_BIND_PASSWORD_FILE: '/run/secrets/ldap' },
      set: ['svc.config.profile=both'],
      argv: ['--verbose', 'hunter2'],
    };
    expect(problemsOf(given)).toEqual([
      '--verbose is not an option; use --config <path> or --set key=value.',
      'An argument is not an option; use --config <path> or --set key=value.',
      'svc.config.profile (--set): "both" is not one of all, web, worker; write for example svc.config.profile=all.',
      'svc.http.port (tallyman.properties, line 1): "80a" is not a port from 0 to 65535; write for example svc.http.port=8080.',
      'LEGACY_METRICS_ENABLED (environment): "perhaps" is not true or false; write for example SVC_METRICS_ENABLED=true.',
      'legacy.auth.jwt.ttl.seconds (tallyman.properties, line 2): "soon" is not a whole number of seconds; write for example svc.auth.session-timeout-ms=30000.',
      'svc.ldap.bind.password (tallyman.properties, line 4): the file /does/not/exist does not exist.',
      expect.stringMatching(/^svc\.task\.expired-session-cleanup\.cron .*"never" is not a cron expression/),
      expect.stringMatching(/^svc\.logging\.level\.http .*"loud" is not one of trace, debug/),
      'LDAP_BIND_PASSWORD_FILE (environment) is no longer supported and refuses the start. Write SVC_LDAP_BIND_PASSWORD=${file::/run/secrets/ldap} instead.',
    ]);
  });

  test.each<[string, Attempt, RegExp]>([
    ['--set without a value', { argv: ['--set'] }, /--set needs a key and a value/],
    ['--set without =', { argv: ['--set', 'hunter2'] }, /--set needs a key and a value/],
    ['--config without a path', { argv: ['--config'] }, /--config needs a path/],
    ['a broken escape', { file: 'svc.http.host=\\u12' }, /line 1: a \\u escape needs four/],
    ['one port for two servers', { set: ['svc.http.port=9000'] }, /need different ports/],
    ['half a metrics login', { set: ['svc.metrics.auth.username=me'] }, /must be set together/],
    ['more idle than allowed', { file: pool }, /10 idle connections are more than the 5/],
    ['an undefined data source', { set: ['svc.init.tasks.datasource.name=x'] }, /no data source "x"/],
    ['a data source without URL', { set: ['svc.datasource.x.username=me'] }, /datasource\.x\.url is not set/],
    ['another database', { env: { SVC_DATASOURCE_URL: 'jdbc:h2:mem' } }, /must be PostgreSQL/],
  ])('%s', (_, given, reason) => {
    expect(problemsOf(given)).toEqual([expect.stringMatching(reason)]);
  });
});

describe('data sources', () => {
  test('no URL set means the embedded PostgreSQL', () => {
    const { config } = attemptConfig({});
    expect(config.datasources.default.url).toBeUndefined();
    expect(config.datasources.default.pool).toEqual({
      enabled: true,
      maxSize: 20,
      minIdle: 2,
      idleTimeoutMs: 300_000,
      maxLifetimeMs: 600_000,
    });
  });

  test('a user name without URL has no effect, with a warning', () => {
    const { warnings } = attemptConfig({ set: ['svc.datasource.username=me'] });
    expect(warnings).toEqual([
      expect.stringContaining('has no effect, because svc.datasource.url is not set'),
    ]);
  });

  test('separate credentials win over those in the URL', () => {
    const url = 'svc.datasource.url=jdbc:postgresql://db/t?user=a&password=b';
    const { config } = attemptConfig({ set: [url, 'svc.datasource.username=c'] });
    expect(config.datasources.default).toMatchObject({
      url: 'postgresql://db/t',
      username: 'c',
      password: 'b',
    });
    expect(config['svc.datasource.username']).toBe('c');
    expect(config['svc.datasource.password']).toBe('b');
  });

  test('a smaller pool keeps fewer idle connections', () => {
    const { config } = attemptConfig({ set: ['svc.datasource.pool.max-size=1'] });
    expect(config.datasources.default.pool).toMatchObject({ maxSize: 1, minIdle: 1 });
  });

  test('named data sources may be set in several sources', () => {
    const { config, warnings } = attemptConfig({
      file: 'svc.datasource.url=postgresql://db/t\nsvc.datasource.my_owner.url=${svc.datasource.url}',
      env: { SVC_DATASOURCE_MY_OWNER_USERNAME: 'owner', SVC_DATASOURCE_MY_OWNER_POOL_MAX_SIZE: '3' },
      set: ['svc.init.tasks.datasource.name=my_owner'],
    });
    expect(warnings).toEqual([]);
    expect(config.datasources.my_owner).toEqual({
      url: 'postgresql://db/t',
      username: 'owner',
      password: undefined,
      pool: { enabled: true, maxSize: 3, minIdle: 2, idleTimeoutMs: 300_000, maxLifetimeMs: 600_000 },
    });
  });

  test('unsupported JDBC parameters cause a warning', () => {
    const { warnings } = attemptConfig({
      set: ['svc.datasource.url=jdbc:postgresql://db/t?prepareThreshold=0'],
    });
    expect(warnings).toEqual([expect.stringContaining('prepareThreshold have no effect here')]);
  });
});

describe('log levels', () => {
  test('are set per logger', () => {
    const { config } = attemptConfig({
      file: 'svc.logging.level."a.b"=WARN\nsvc.logging.level.root=OFF',
      env: { SVC_LOGGING_LEVEL_PLATFORM_HTTP: 'debug' },
    });
    expect(config.loggingLevels).toEqual({ root: 'silent', 'a.b': 'warn', 'platform.http': 'debug' });
  });

  test('LOGGING_LEVEL is ignored with a warning that names the new way', () => {
    const { config, warnings } = attemptConfig({
      env: { LOGGING_LEVEL: 'DEBUG' },
      file: 'logging.level=DEBUG',
    });
    expect(config.loggingLevels).toEqual({ root: 'info' });
    expect(warnings).toEqual([
      'LOGGING_LEVEL (environment) is ignored; set levels by logger, for example SVC_LOGGING_LEVEL_ROOT=debug.',
      'logging.level (tallyman.properties, line 1) is ignored; set levels by logger, for example svc.logging.level.root=debug.',
    ]);
  });
});

describe('names that set nothing', () => {
  test.each<[string, Attempt, string[]]>([
    [
      'an unknown svc. name gets a warning with the nearest known name',
      { env: { SVC_HTTP_PROT: '1' }, file: 'svc.http.prot=1' },
      [
        'SVC_HTTP_PROT (environment) is not a known property and is ignored. The nearest known name is SVC_HTTP_PORT.',
        'svc.http.prot (tallyman.properties, line 1) is not a known property and is ignored. The nearest known name is svc.http.port.',
      ],
    ],
    [
      'an unknown name with an old prefix gets a warning',
      { file: 'legacy.something.else.entirely=1' },
      [
        'legacy.something.else.entirely (tallyman.properties, line 1) is not a known property and is ignored. All names are listed in docs/configuration.md.',
      ],
    ],
    [
      'an unknown variable without prefix is nobody’s business',
      { env: { EDITOR: 'vi', HTTP_PORT: 'x' } },
      [],
    ],
    [
      'a database variable of other programs is not read, and that is said',
      { env: { DATABASE_URL: 'postgresql://other/app' } },
      [
        'DATABASE_URL (environment) is not read, because other programs use that name too. If it is meant for this service, set SVC_DATASOURCE_URL.',
      ],
    ],
    [
      'a property of Dependency-Track without effect is called that',
      { file: 'dt.dex-engine.workers.enabled=true' },
      [
        'dt.dex-engine.workers.enabled (tallyman.properties, line 1) is known to Dependency-Track and has no effect here.',
      ],
    ],
    [
      'a property for one profile is not read',
      { file: '%web.svc.http.port=1' },
      [
        '%web.svc.http.port (tallyman.properties, line 1) is ignored: properties cannot depend on the profile; set it on the nodes that need it.',
      ],
    ],
    [
      'an empty file property has no effect',
      { file: 'legacy.ldap.bind.password.file=' },
      ['legacy.ldap.bind.password.file (tallyman.properties, line 1) is empty and has no effect; remove it.'],
    ],
    [
      'a value for a capability of a later release is accepted, and that is said once',
      { file: 'svc.ldap.enabled=true\nsvc.ldap.base-dn=dc=example' },
      [
        'These settings are accepted and checked, but the capability that reads them is not part of this release: svc.ldap.enabled, svc.ldap.base-dn.',
      ],
    ],
  ])('%s', (_, given, warnings) => {
    expect(attemptConfig(given).warnings).toEqual(warnings);
  });
});

describe('the configuration object', () => {
  test('has the types of the table', () => {
    expectTypeOf<Config['svc.http.port']>().toEqualTypeOf<number>();
    expectTypeOf<Config['svc.config.profile']>().toEqualTypeOf<'all' | 'web' | 'worker'>();
    expectTypeOf<Config['svc.init.admin.password']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Config['svc.cors.allowed-origins']>().toEqualTypeOf<readonly string[]>();
    expectTypeOf<Config['svc.ldap.enabled']>().toEqualTypeOf<boolean>();
  });

  test('has the defaults of the contract', () => {
    const { config } = attemptConfig({ cwd: '/srv' });
    expect(config).toMatchObject({
      'svc.auth.session-timeout-ms': 28_800_000,
      'svc.management.port': 9000,
      'svc.task.vulnerability-policy-bundle-sync.cron': '*/15 * * * *',
      'svc.http.host': '127.0.0.1',
      'svc.http.port': 8080,
      'svc.data.directory': '/srv/data',
      'svc.config.profile': 'all',
      'svc.init.tasks.datasource.name': 'default',
    });
  });

  test('is frozen in all its parts', () => {
    const { config } = attemptConfig({});
    const parts = [config, config.datasources, config.datasources.default, config.loggingLevels];
    expect(parts.every(Object.isFrozen)).toBe(true);
    expect(Object.isFrozen(config['svc.cors.allowed-origins'])).toBe(true);
    expect(Object.isFrozen(config.datasources.default.pool)).toBe(true);
  });

  test('is never printed with its secrets', () => {
    const set = [
      'svc.init.admin.password=hunter2',
      'svc.datasource.url=postgresql://me:hunter2@db/t',
      'svc.datasource.owner.url=postgresql://me:hunter2@db/t',
      'svc.metrics.auth.username=me',
      'svc.metrics.auth.password=hunter2',
    ];
    const loaded = attemptConfig({ set });
    expect(loaded.config['svc.init.admin.password']).toBe('hunter2');
    expect(loaded.config.datasources.owner?.password).toBe('hunter2');
    for (const printed of [
      inspect(loaded, { depth: 9 }),
      JSON.stringify(loaded),
      `${inspect(loaded.config)}`,
    ]) {
      expect(printed).not.toContain('hunter2');
    }
  });
});

describe('secrets never appear in messages', () => {
  const secret = 'hunter2';
  test.each<[string, Attempt]>([
    ['an argument', { argv: [secret] }],
    ['a --set without name', { argv: ['--set', secret] }],
    ['a bad URL', { set: [`svc.datasource.url=mysql://me:${secret}@db/t`] }],
    ['a URL that cannot be read', { set: [`svc.datasource.url=postgresql://me:%zz${secret}@db/t`] }],
    ['a bad bundle URL', { set: [`svc.vulnerability.policy.bundle.url=ftp://me:${secret}@x/y`] }],
    ['an unclosed expression', { set: [`svc.ldap.bind.password=\${${secret}`] }],
    ['an unknown reference', { set: [`svc.ldap.bind.password=\${${secret}}`] }],
    ['a reference to itself', { set: [`svc.ldap.bind.password=${secret}\${svc.ldap.bind.password}`] }],
    ['an unknown name', { file: `svc.some.password=${secret}` }],
    ['a removed name', { file: `vulnerability.policy.s3.secret.key=${secret}` }],
    ['a line of a pasted key', { file: `svc.ldap.bind.password=BEGIN\n${secret}\nEND` }],
    ['a deprecated name', { env: { LEGACY_LDAP_BIND_PASSWORD: secret } }],
    ['a name set twice', { file: `svc.ldap.bind.password=${secret}\nsvc.ldap.bind.password=${secret}2` }],
    ['a password without URL', { env: { SVC_DATASOURCE_PASSWORD: secret } }],
    ['half a metrics login', { env: { SVC_METRICS_AUTH_PASSWORD: secret } }],
  ])('%s', (_, given) => {
    const { problems, warnings } = attemptConfig(given);
    expect([...problems, ...warnings].length).toBeGreaterThan(0);
    expect(JSON.stringify([problems, warnings])).not.toContain(secret);
  });
});
