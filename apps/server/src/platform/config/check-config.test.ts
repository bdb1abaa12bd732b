// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are expressions of the configuration
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attemptConfig } from '../../../test/support/attempt-config.ts';
import { checkConfig } from './check-config.ts';
import { getProperty, propertyNames } from './properties.ts';
import { toPropertyLine } from './properties-file.ts';
import { withoutPrefix } from './property-key.ts';

function checkOne(line: string) {
  const { changes, translated } = checkConfig(line);
  return { ...changes[0], translated };
}

describe('tallyman config check <file> translates an old configuration and lists every change', () => {
  test.each([
    ['svc.http.port=8081', 'ok', undefined, 'svc.http.port=8081'],
    ['svc.api.key.prefix=odt_', 'ok', 'svc.api-key.prefix', 'svc.api-key.prefix=odt_'],
    ['legacy.ldap.enabled=true', 'deprecated', 'svc.ldap.enabled', 'svc.ldap.enabled=true'],
    [
      'auth.jwt.ttl.seconds=60',
      'deprecated',
      'svc.auth.session-timeout-ms=60000',
      'svc.auth.session-timeout-ms=60000',
    ],
    [
      'task.metrics.portfolio.lockAtMostForInMillis=900000',
      'deprecated',
      'svc.task.portfolio-metrics-update.lock.max.duration=PT15M',
      'svc.task.portfolio-metrics-update.lock.max.duration=PT15M',
    ],
    [
      'ldap.bind.password.file=/run/x',
      'refused',
      'svc.ldap.bind.password=${file::/run/x}',
      'svc.ldap.bind.password=${file::/run/x}',
    ],
    ['svc.http.prot=1', 'unknown', undefined, 'svc.http.prot=1'],
    ['svc.http.port=80a', 'invalid', undefined, 'svc.http.port=80a'],
    ['legacy.database.url=jdbc:h2:mem', 'invalid', undefined, 'legacy.database.url=jdbc:h2:mem'],
    ['svc.http.port=${x', 'invalid', undefined, 'svc.http.port=${x'],
    ['svc.http.port=\\u1', 'invalid', undefined, 'svc.http.port=\\u1'],
    ['svc.http.port=${file::/not/there}', 'ok', undefined, 'svc.http.port=${file::/not/there}'],
    ['svc.http.host=', 'ok', undefined, 'svc.http.host='],
  ])('%s is %s', (line, severity, becomes, translated) => {
    expect(checkOne(line)).toMatchObject({ line: 1, severity, translated });
    expect(checkOne(line).becomes).toBe(becomes);
  });

  test.each([
    ['kafka.bootstrap.servers=x', 'No message broker is needed any more'],
    ['vulnerability.policy.s3.region=x', 'svc.vulnerability.policy.bundle.url'],
    ['dt.dex-engine.workers.enabled=true', 'known to Dependency-Track and has no effect here'],
    ['logging.level=DEBUG', 'svc.logging.level.root=debug'],
  ])('%s is removed, and a comment says why', (line, why) => {
    const { severity, note, translated } = checkOne(line);
    expect(severity).toBe('removed');
    expect(note).toContain(why);
    expect(translated).toMatch(/^# /);
    expect(translated).toContain(why);
  });

  test('keeps comments, order and lines that need no change', () => {
    const file = '# head\n\nsvc.http.host = ::1\n! more\nlegacy.cors.enabled : \\\n  false\n# tail\n';
    expect(checkConfig(file).translated).toBe(
      '# head\n\nsvc.http.host = ::1\n! more\nsvc.cors.enabled=false\n# tail\n',
    );
  });

  test('removes an old name if the new one is set too', () => {
    const { changes, translated } = checkConfig('data.directory=/old\nsvc.data.directory=/new');
    expect(changes.map(({ severity }) => severity)).toEqual(['removed', 'ok']);
    expect(translated).toBe(
      '# data.directory: It is ignored, because another line sets svc.data.directory.\nsvc.data.directory=/new',
    );
  });

  test('database settings of init tasks become a data source', () => {
    const { changes, translated } = checkConfig('init.tasks.database.url=jdbc:postgresql://db/t');
    expect(changes).toMatchObject([{ severity: 'removed', becomes: 'svc.datasource.init-tasks.url' }]);
    expect(translated.split('\n')).toEqual([
      'svc.init.tasks.datasource.name=init-tasks',
      'svc.datasource.init-tasks.url=jdbc:postgresql://db/t',
    ]);
  });

  test('the printed translation masks secrets, the translated file does not', () => {
    const file = [
      'svc.ldap.bind.password=hunter2',
      'legacy.database.password=hunter2',
      '#alpine.http.proxy.password=hunter2',
      'svc.datasource.url=postgresql://me:hunter2@db/t',
      'init.tasks.database.password=hunter2',
      'vulnerability.policy.s3.secret.key=hunter2',
      'my.password=hunter2',
      'hunter2',
      'svc.metrics.auth.password=\\u12hunter2',
      'svc.http.proxy.password=${file::/run/secrets/proxy}',
    ].join('\n');
    const { changes, translated, translatedForDisplay } = checkConfig(file);
    expect(JSON.stringify(changes)).not.toContain('hunter2');
    expect(translatedForDisplay).not.toContain('hunter2');
    expect(translatedForDisplay).toContain('svc.http.proxy.password=${file::/run/secrets/proxy}');
    expect(translated).toContain('svc.datasource.password=hunter2');
    expect(translated).not.toContain('s3.secret.key=hunter2');
  });

  test('a translated file means the same as the original', () => {
    const names = propertyNames.flatMap((property) => {
      const { oldNames, synonyms, type } = getProperty(property);
      const present = [withoutPrefix(property), ...synonyms].map((name) => ({ name, value: type.example }));
      const old = oldNames.map(({ name, conversion }) => ({
        name,
        value: conversion ? '120' : type.example,
      }));
      // The example of a secret names a file that is not here.
      return type.secret ? [] : [...present, ...old];
    });
    const line = fc
      .record({
        prefix: fc.constantFrom('svc.', 'legacy.', 'alpine.', 'dt.', ''),
        setting: fc.constantFrom(...names),
      })
      .map(({ prefix, setting }) => toPropertyLine(`${prefix}${setting.name}`, setting.value));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const file = lines.join('\n');
        const { translated } = checkConfig(file);
        const cwd = '/nowhere';
        const before = attemptConfig({ cwd, argv: [], set: toSettings(file) });
        const after = attemptConfig({ cwd, argv: [], set: toSettings(translated) });
        expect(after.problems.length).toBe(before.problems.length);
        expect(after.config).toEqual(before.config);
        expect(after.warnings.filter((warning) => warning.includes('deprecated'))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});

/** The lines of a file as `--set` options, so that no file has to be written for each run. */
function toSettings(file: string): string[] {
  return file.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}
