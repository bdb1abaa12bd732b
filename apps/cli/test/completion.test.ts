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

/** A shell that is not installed cannot be tested; its tests are reported as skipped. */
function testWith(shell: string, title: string, body: () => Promise<void>): void {
  if (isInstalled(shell)) test(title, body);
  else test.skip(`${title} (${shell} is not installed)`, body);
}

async function saveScript(shell: string, name = `completion.${shell}`): Promise<string> {
  const { exitCode, stdout } = await user.run(['completion', shell]);
  expect(exitCode).toBe(0);
  const file = join(user.home, name);
  await writeFile(file, stdout);
  return file;
}

/** Runs a program in the home directory of the user. Throws if it fails or writes to stderr. */
async function readLines(program: string, args: string[]): Promise<string[]> {
  const { stdout, stderr } = await execute(program, args, { cwd: user.home });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((line) => line !== '');
}

/** What is typed, what must be offered, and what must not. */
const CASES: [line: string, offered: string[], absent: string][] = [
  ['', ['check', 'findings', 'user'], '--help'],
  ['find', ['findings'], 'check'],
  ['findings ', ['list', 'decide', 'explain'], 'findings'],
  ['findings list --sev', ['--severity'], '--project'],
  ['--ver', ['--version'], '--help'],
  ['check bom.json --output ', ['table', 'sarif', 'cyclonedx'], 'bom.json'],
  ['user create --kind ', ['managed', 'ldap', 'oidc'], '--kind'],
  ['check bo', ['bom.json'], 'bom'],
];

/** Tests all cases with a function that returns what a shell offers for a line. */
async function expectCompletions(complete: (line: string) => Promise<string[]>): Promise<void> {
  await writeFile(join(user.home, 'bom.json'), '{}');
  for (const [line, offered, absent] of CASES) {
    const found = await complete(line);
    expect(found, line).toEqual(expect.arrayContaining(offered));
    expect(found, line).not.toContain(absent);
  }
}

testWith('bash', 'bash completes commands, options, choices and files', async () => {
  const script = await saveScript('bash');
  await expectCompletions((line) => {
    const words = ['tallyman', ...line.split(' ')];
    const code = `source ${script}; COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _tallyman; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return readLines('bash', ['--norc', '-c', code]);
  });
});

testWith('fish', 'fish completes commands, options, choices and files', async () => {
  const script = await saveScript('fish');
  await expectCompletions(async (line) => {
    const code = `source ${script}; complete -C 'tallyman ${line}'`;
    return (await readLines('fish', ['--no-config', '-c', code])).map((each) => each.split('\t')[0] ?? '');
  });
});

/**
 * Presses Tab in an interactive zsh and prints what is offered. `compadd` is wrapped, because zsh has no command that
 * lists completions.
 */
const PRESS_TAB = String.raw`
zmodload zsh/zpty
setup=$1 line=$2 out=$3
: > $out
zpty shell zsh -f -i
cat > $out.setup <<END
PS1=
autoload -Uz compinit
$setup
compadd() {
  local -a offered
  builtin compadd -A offered "\$@"
  print -rl -- \$offered >> $out
  builtin compadd "\$@"
}
_end() { print -r -- '#end' >> $out }
comppostfuncs=(_end)
bindkey '^I' complete-word
print -r -- '#ready' >> $out
END
zpty -w shell "source $out.setup"
until grep -q '^#ready' $out; do zpty -rt shell output; sleep 0.02; done
zpty -wn shell "tallyman $line"$'\t'
until grep -q '^#end' $out; do zpty -rt shell output; sleep 0.02; done
zpty -d shell
grep -v '^#' $out || true`;

async function expectZshCompletions(setup: string): Promise<void> {
  const driver = join(user.home, 'press-tab.zsh');
  await writeFile(driver, PRESS_TAB);
  await expectCompletions((line) =>
    readLines('zsh', ['-f', driver, setup, line, join(user.home, 'offered')]),
  );
}

testWith('zsh', 'zsh completes commands, options, choices and files with a sourced script', async () => {
  await expectZshCompletions(`compinit -u -D; source ${await saveScript('zsh')}`);
});

testWith('zsh', 'zsh completes at the first Tab with the script in fpath', async () => {
  await saveScript('zsh', '_tallyman');
  await expectZshCompletions(`fpath=(${user.home} $fpath); compinit -u -D`);
});

test('rejects an unknown shell and lists the known ones', async () => {
  const { exitCode, stderr } = await user.run(['completion', 'csh']);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('bash, zsh, fish')]);
});
