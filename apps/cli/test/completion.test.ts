import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CliUser, createCliUser } from './run-cli.ts';

const execute = promisify(execFile);
let user: CliUser;

beforeAll(async () => {
  user = await createCliUser();
});
afterAll(() => user[Symbol.asyncDispose]());

const isInstalled = (shell: string) =>
  (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, shell)));

/** A machine without that shell has nothing to try. */
function testWith(shell: string, title: string, body: () => Promise<void>): void {
  if (isInstalled(shell)) test(title, body);
}

async function saveScript(shell: string): Promise<string> {
  const { exitCode, stdout } = await user.run(['completion', shell]);
  expect(exitCode).toBe(0);
  const file = join(user.home, `completion.${shell}`);
  await writeFile(file, stdout);
  return file;
}

const CASES: [string, string[]][] = [
  ['', ['check', 'findings', 'user']],
  ['find', ['findings']],
  ['findings ', ['list', 'decide', 'explain']],
  ['findings list --sev', ['--severity']],
  ['check bom.json --output ', ['table', 'sarif', 'cyclonedx']],
  ['user create --kind ', ['managed', 'ldap', 'oidc']],
];

testWith('bash', 'bash completes commands, options and choices', async () => {
  const script = await saveScript('bash');
  for (const [line, expected] of CASES) {
    const words = ['tallyman', ...line.split(' ')];
    const code = `source ${script}; COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _tallyman; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout } = await execute('bash', ['--norc', '-c', code]);
    expect(stdout.split('\n'), line).toEqual(expect.arrayContaining(expected));
  }
});

testWith('fish', 'fish completes commands, options and choices', async () => {
  const script = await saveScript('fish');
  for (const [line, expected] of CASES) {
    const { stdout } = await execute('fish', [
      '--no-config',
      '-c',
      `source ${script}; complete -C 'tallyman ${line}'`,
    ]);
    expect(
      stdout.split('\n').map((each) => each.split('\t')[0]),
      line,
    ).toEqual(expect.arrayContaining(expected));
  }
});

testWith('zsh', 'zsh accepts the script and registers the completion', async () => {
  const script = await saveScript('zsh');
  const code = `autoload -Uz compinit; compinit -u -D; source ${script}; print -r -- $_comps[tallyman]; _tallyman_path findings list --all`;
  const { stdout } = await execute('zsh', ['-f', '-c', code]);
  expect(stdout).toBe('_tallyman\nfindings/list');
});

test('a shell that is not known is refused with the known ones', async () => {
  const { exitCode, stderr } = await user.run(['completion', 'csh']);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('bash, zsh, fish')]);
});
