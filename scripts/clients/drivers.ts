import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type Outcome = 'works' | 'differs' | 'missing';

export interface CallResult {
  client: string;
  call: string;
  outcome: Outcome;
  detail: string;
}

/** A running service and the folders for installed clients. */
export interface Target {
  url: string;
  key: string;
  /** Removed afterwards. Contains seed.json. */
  directory: string;
  /** Kept between runs. */
  cache: string;
}

const HERE = fileURLToPath(new URL('.', import.meta.url));
const CDXGEN = '12.8.4';
const PYTHON_CLIENT = '5.1.1';
const DTRACK_AUDITOR = '1.5.0';
const INSTALL_MINUTES = 15;
const DRIVE_MINUTES = 15;
/** A timeout, because a client may wait forever for an operation that the contract removed. */
const COMMAND_MINUTES = 2;

export async function drivePythonClient(target: Target): Promise<CallResult[]> {
  return await unlessFailed(`owasp-dependency-track-client ${PYTHON_CLIENT}`, async () => {
    const python = await installPython(target);
    const seed = join(target.directory, 'seed.json');
    const script = join(HERE, 'python', 'drive.py');
    return parseResults(await run(python, [script, target.url, target.key, seed], target.directory));
  });
}

export async function driveGoClient(target: Target): Promise<CallResult[]> {
  return await unlessFailed('client-go', async () => {
    const program = join(target.cache, 'drive-go');
    await run('go', ['build', '-o', program, '.'], join(HERE, 'go'), INSTALL_MINUTES);
    const seed = join(target.directory, 'seed.json');
    return parseResults(await run(program, [target.url, target.key, seed], target.directory));
  });
}

/** Its "auto" mode uploads, looks up the project, and reads violations and findings. */
export async function driveDtrackAuditor(target: Target): Promise<CallResult[]> {
  const client = `dtrack-auditor ${DTRACK_AUDITOR}`;
  return await unlessFailed(client, async () => {
    const python = await installPython(target);
    const auditor = join(python, '..', 'dtrackauditor');
    const bom = join(fileURLToPath(new URL('../../docs/examples/bom.json', import.meta.url)));
    const server = ['-u', target.url, '-k', target.key];
    const project = ['-p', 'dtrack-auditor', '-v', '1.0.0', '-f', bom];
    return [
      await tryCommand(client, 'get version', auditor, [...server, '-c'], target.directory),
      await tryCommand(client, 'upload and audit', auditor, [...server, ...project, '-a'], target.directory),
      await tryCommand(client, 'upload', auditor, [...server, ...project], target.directory),
      await tryCommand(client, 'upload and wait', auditor, [...server, ...project, '-w'], target.directory),
    ];
  });
}

export async function driveCdxgen(target: Target): Promise<CallResult[]> {
  const client = `cdxgen ${CDXGEN}`;
  return await unlessFailed(client, async () => {
    const folder = join(target.cache, 'cdxgen');
    const cli = join(folder, 'node_modules', '@cyclonedx', 'cdxgen', 'bin', 'cdxgen.js');
    if (!existsSync(cli)) await installCdxgen(folder);
    const args = [cli, sampleProject(target.directory), '-t', 'js', '--no-recurse', '-o', 'bom.json'];
    const upload = ['--server-url', target.url, '--api-key', target.key, '--project-name', 'cdxgen'];
    const more = ['--project-version', '1.0.0', '--no-install-deps'];
    return [
      await tryCommand(
        client,
        'generate and upload',
        process.execPath,
        [...args, ...upload, ...more],
        target.directory,
      ),
    ];
  });
}

async function installCdxgen(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private": true}');
  const args = ['install', '--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund', '--save-exact'];
  await run('npm', [...args, `@cyclonedx/cdxgen@${CDXGEN}`], folder, INSTALL_MINUTES);
}

async function installPython(target: Target): Promise<string> {
  const environment = join(target.cache, 'python');
  const python = join(environment, 'bin', 'python');
  if (existsSync(join(environment, 'bin', 'dtrackauditor'))) return python;
  await run('python3', ['-m', 'venv', environment], target.directory, INSTALL_MINUTES);
  const packages = [`owasp-dependency-track-client==${PYTHON_CLIENT}`, `dtrack-auditor==${DTRACK_AUDITOR}`];
  await run(python, ['-m', 'pip', 'install', '--quiet', ...packages], target.directory, INSTALL_MINUTES);
  return python;
}

/** A folder with a lock file, so that cdxgen needs neither network nor package manager. */
function sampleProject(directory: string): string {
  const folder = join(directory, 'sample');
  mkdirSync(folder, { recursive: true });
  const dependencies = { '@acme-example/basket': '2.3.1' };
  const root = { name: 'sample', version: '1.0.0', dependencies };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(root));
  const packages = { '': root, 'node_modules/@acme-example/basket': { version: '2.3.1' } };
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ ...root, lockfileVersion: 3, packages }));
  return folder;
}

async function tryCommand(
  client: string,
  call: string,
  program: string,
  args: string[],
  cwd: string,
): Promise<CallResult> {
  try {
    await run(program, args, cwd, COMMAND_MINUTES);
    return { client, call, outcome: 'works', detail: '' };
  } catch (error) {
    return { client, call, outcome: 'differs', detail: messageOf(error) };
  }
}

/** A client that cannot be installed or started becomes one row of the table and does not end the run. */
async function unlessFailed(client: string, drive: () => Promise<CallResult[]>): Promise<CallResult[]> {
  try {
    return await drive();
  } catch (error) {
    return [{ client, call: 'install and start', outcome: 'differs', detail: messageOf(error) }];
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function parseResults(output: string): CallResult[] {
  const lines = output.split('\n').filter((line) => line.startsWith('{'));
  return lines.map((line) => JSON.parse(line) as CallResult);
}

async function run(program: string, args: string[], cwd: string, minutes = DRIVE_MINUTES): Promise<string> {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], timeout: minutes * 60_000 });
  let output = '';
  let everything = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
    everything += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    everything += chunk;
  });
  return await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) return resolve(output);
      const end = code === null ? `stopped after ${minutes} minutes` : `exit code ${code}`;
      reject(new Error(`${end}: ${everything.trim().slice(-300)}`));
    });
  });
}
