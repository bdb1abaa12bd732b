// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are expressions of the configuration
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attemptConfig } from '../../../test/support/attempt-config.ts';
import { temporaryDirectory } from '../../../test/support/temporary-directory.ts';
import { parseExpression } from './expressions.ts';

const KIB_64 = 64 * 1024;

function readFrom(content: string | Uint8Array) {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, 'secret'), content);
  const { config, problems, warnings } = attemptConfig({
    cwd,
    set: ['svc.ldap.bind.password=${file::secret}'],
  });
  return { value: config['svc.ldap.bind.password'], problems, warnings, cwd };
}

describe('a configuration value can be read from a file with the expression ${file::<path>}', () => {
  test('it is decoded as UTF-8 and trailing white space is stripped', () => {
    expect(readFrom('  pässwörd with spaces \r\n\t\n').value).toBe('  pässwörd with spaces');
  });

  test('a file of exactly 64 KiB is accepted, trailing white space counted', () => {
    expect(readFrom('x'.repeat(KIB_64)).value).toHaveLength(KIB_64);
    expect(readFrom(`x${'\n'.repeat(KIB_64 - 1)}`).value).toBe('x');
  });

  test('a file larger than 64 KiB is rejected', () => {
    const { problems, cwd } = readFrom('x'.repeat(KIB_64 + 1));
    expect(problems).toEqual([
      `svc.ldap.bind.password (--set): the file ${join(cwd, 'secret')} is larger than 64 KiB.`,
    ]);
    expect(readFrom(`x${'\n'.repeat(KIB_64)}`).problems).toHaveLength(1);
  });

  test('a file that is not UTF-8 is a problem', () => {
    expect(readFrom(Uint8Array.of(0x61, 0xff)).problems).toEqual([expect.stringMatching(/is not UTF-8\.$/)]);
  });

  test('a missing file, and a directory, is a problem', () => {
    const cwd = temporaryDirectory();
    mkdirSync(join(cwd, 'directory'));
    const set = ['svc.ldap.bind.password=${file::missing}', 'svc.http.proxy.password=${file::directory}'];
    expect(attemptConfig({ cwd, set }).problems).toEqual([
      expect.stringMatching(/missing does not exist\.$/),
      expect.stringMatching(/directory is a directory\.$/),
    ]);
  });

  test('an empty file counts as not set, with a warning', () => {
    const { value, warnings } = readFrom(' \n');
    expect(value).toBeUndefined();
    expect(warnings[0]).toContain('is an empty text and counts as not set');
  });

  test('expressions inside the file are plain text', () => {
    expect(readFrom('${file::/etc/passwd}').value).toBe('${file::/etc/passwd}');
  });

  test.each([
    ['a properties file', { file: 'svc.http.port=${file::port}' }],
    ['the environment', { env: { SVC_HTTP_PORT: '${file::port}' } }],
    ['the environment, under an old name', { env: { LEGACY_HTTP_PORT: '${file::port}' } }],
    ['the command line', { set: ['svc.http.port=${file::port}'] }],
  ])('it works in %s', (_, given) => {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, 'port'), '8081\n');
    expect(attemptConfig({ cwd, ...given }).config['svc.http.port']).toBe(8081);
  });

  test('an old unit is converted after the file is read', () => {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, 'ttl'), '60\n');
    const { config } = attemptConfig({ cwd, set: ['legacy.auth.jwt.ttl.seconds=${file::ttl}'] });
    expect(config['svc.auth.session-timeout-ms']).toBe(60_000);
  });
});

describe('expressions that name other values', () => {
  test.each<[string, string, string, string | undefined]>([
    ['another property', '${svc.http.host}', '127.0.0.1', undefined],
    ['an old name of another property', '${legacy.http.host}', '127.0.0.1', undefined],
    ['a name of one’s own', '${my.base}/x', 'b/x', 'my.base=b'],
    ['a default', '${not.set:fallback}', 'fallback', undefined],
    ['an empty default', 'x${not.set:}', 'x', undefined],
    ['a default that is not needed', '${my.base:fallback}', 'b', 'my.base=b'],
    ['a default with an expression', '${not.set:${svc.http.port}}', '8080', undefined],
    ['the home directory', '${user.home}/x', '/home/me/x', undefined],
    ['an environment variable', '${REGION}', 'eu', undefined],
    ['two of them', '${svc.http.host}:${svc.http.port}', '127.0.0.1:8080', undefined],
    ['a literal', 'a$${b}c', 'a${b}c', undefined],
    ['a dollar sign', 'US$ 5 {x}', 'US$ 5 {x}', undefined],
  ])('%s', (_, expression, expected, line) => {
    const file = [`svc.ldap.bind.username=${expression}`, line ?? ''].join('\n');
    const { config, warnings } = attemptConfig({ file, env: { HOME: '/home/me', REGION: 'eu' } });
    expect(config['svc.ldap.bind.username']).toBe(expected);
    expect(warnings.filter((warning) => warning.includes('my.base'))).toEqual([]);
  });

  test('a value that was converted from an old unit is referred to in the new one', () => {
    const file = 'auth.jwt.ttl.seconds=60\nsvc.ldap.bind.username=${svc.auth.session-timeout-ms}';
    expect(attemptConfig({ file }).config['svc.ldap.bind.username']).toBe('60000');
  });

  test.each([
    ['a circle', 'svc.ldap.base-dn=${svc.ldap.bind.username}', 2],
    ['itself', '', 1],
  ])('%s is a problem', (_, line, count) => {
    const name = count === 1 ? 'svc.ldap.bind.username' : 'svc.ldap.base-dn';
    const { problems } = attemptConfig({ file: `svc.ldap.bind.username=\${${name}}\n${line}` });
    expect(problems).toHaveLength(count);
    expect(problems[0]).toContain('it refers to itself through');
  });

  test.each([
    ['${not.set}', 'which is not set'],
    ['${svc.http.port', 'is not closed'],
    ['${}', 'needs a name'],
    ['${file::}', 'needs a path'],
    ['${vault::x}', 'the only expression with :: is ${file::<path>}'],
  ])('%s is a problem', (expression, reason) => {
    const { problems } = attemptConfig({ set: [`svc.ldap.bind.username=${expression}`] });
    expect(problems).toEqual([expect.stringContaining(reason)]);
  });

  test('a path may contain expressions', () => {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, 'pw'), 'hunter2');
    const set = [`svc.data.directory=${cwd}`, 'svc.ldap.bind.password=${file::${svc.data.directory}/pw}'];
    expect(attemptConfig({ set }).config['svc.ldap.bind.password']).toBe('hunter2');
  });

  test('text without ${ is literal, and $${ is a literal ${', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('$', '{', '}', 'a') })), (text) => {
        // A function: in a replacement, `$$` would be one `$`.
        const parsed = parseExpression(text.replaceAll('${', () => '$${'));
        expect(parsed).toEqual({ ok: true, segments: text === '' ? [] : [{ kind: 'text', text }] });
      }),
    );
  });
});
