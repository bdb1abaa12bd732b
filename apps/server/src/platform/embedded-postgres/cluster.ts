import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  fsyncSync,
  lchownSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { errorCode } from './error-code.ts';
import { findFileText } from './find-file-text.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { listProcessesFor } from './process-liveness.ts';
import type { RunAs } from './run-as.ts';
import { runProgram } from './run-program.ts';

/** The only role that may connect: an ordinary one, as on an external server. */
export const ROLE = 'tallyman';

/** Other roles cannot connect; the superuser only in single-user mode. */
const HBA = `# Written by Tallyman when it made this cluster.\nhost all ${ROLE} 127.0.0.1/32 scram-sha-256\n`;

const UNFINISHED = 'cluster.initializing-';

interface NewCluster {
  binaries: PostgresBinaries;
  runAs: RunAs | null;
  password: string;
  /** False only for temporary databases. */
  durable: boolean;
}

/** Created under a temporary name and renamed, so that a cluster is always complete. */
export async function createCluster(cluster: string, options: NewCluster): Promise<void> {
  const home = dirname(cluster);
  await removeUnfinished(home);
  const unfinished = join(home, `${UNFINISHED}${randomBytes(4).toString('hex')}`);
  mkdirSync(unfinished, { mode: 0o700 });
  giveTo(unfinished, options.runAs);
  await runInitdb(unfinished, options);
  writeFileSync(join(unfinished, 'pg_hba.conf'), HBA);
  await runSingleUser(
    unfinished,
    `CREATE ROLE ${ROLE} LOGIN CREATEDB PASSWORD '${options.password}'`,
    options,
  );
  renameSync(unfinished, cluster);
  if (options.durable) syncFolder(home);
}

/** For a cluster whose password file was lost. */
export async function resetPassword(
  cluster: string,
  options: Pick<NewCluster, 'binaries' | 'runAs' | 'password'>,
): Promise<void> {
  await runSingleUser(cluster, `ALTER ROLE ${ROLE} PASSWORD '${options.password}'`, options);
}

async function runInitdb(folder: string, { binaries, runAs, durable }: NewCluster): Promise<void> {
  const args = ['-D', folder, '-U', 'postgres', '-E', 'UTF8', '--auth=trust', '--data-checksums'];
  // Code point order and Unicode case mapping, the same on every system.
  args.push('--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions');
  if (!durable) args.push('--no-sync');
  const { code, output } = await runProgram(binaries.initdb, args, { runAs });
  if (code !== 0) throw new EmbeddedPostgresError(`The embedded database could not be created:\n${output}`);
}

async function runSingleUser(
  cluster: string,
  statement: string,
  { binaries, runAs }: Pick<NewCluster, 'binaries' | 'runAs'>,
): Promise<void> {
  const settings = ['exit_on_error=on', 'log_min_error_statement=panic', 'log_checkpoints=off'];
  const args = ['--single', '-D', cluster, ...settings.flatMap((setting) => ['-c', setting]), 'postgres'];
  const { code, output } = await runProgram(binaries.postgres, args, { runAs, input: `${statement}\n` });
  if (code !== 0) throw new EmbeddedPostgresError(`The embedded database could not be prepared:\n${output}`);
}

/** Drafts of a supervisor that was killed. Its initdb may still be writing. */
async function removeUnfinished(home: string): Promise<void> {
  for (const name of readdirSync(home).filter((entry) => entry.startsWith(UNFINISHED))) {
    const folder = join(home, name);
    await endProcessesFor(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Safe: we hold the supervisor lock, and the name of the folder is random. */
async function endProcessesFor(folder: string): Promise<void> {
  for (let left = listProcessesFor(folder); left.length > 0; left = listProcessesFor(folder)) {
    for (const pid of left) endProcess(pid);
    await setTimeout(10);
  }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}

/** Throws for data of another major version, which must not be changed. */
export function requireMajor(cluster: string, binaries: PostgresBinaries): void {
  const major = findFileText(join(cluster, 'PG_VERSION'))?.trim() ?? null;
  if (major === String(binaries.major)) return;
  if (major === null) {
    throw new EmbeddedPostgresError(
      `${cluster} is not a complete PostgreSQL database (it has no PG_VERSION). Restore it from a backup, or ` +
        'move it away to begin with an empty database. Nothing was changed.',
    );
  }
  throw new EmbeddedPostgresError(
    `The database in ${cluster} was written by PostgreSQL ${major}; this release brings PostgreSQL ` +
      `${binaries.version}, which cannot open it. Nothing was changed. To move the data over: with the programs ` +
      `of PostgreSQL ${major} start it (pg_ctl -D ${cluster} start), save it (pg_dump -Fc tallyman), stop it, ` +
      'move the directory away, start Tallyman once to make a new one, and load the dump (pg_restore). Or run ' +
      `PostgreSQL ${major} yourself on that data and set svc.datasource.url.`,
  );
}

/** A backup restored by root belongs to root, but PostgreSQL must own its files, with mode 0700. */
export function takeOwnership(cluster: string, runAs: RunAs | null): void {
  if (runAs === null || statSync(cluster).uid === runAs.uid) return;
  for (const entry of readdirSync(cluster, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(cluster, entry), runAs.uid, runAs.gid);
  }
  giveTo(cluster, runAs);
  chmodSync(cluster, 0o700);
}

function giveTo(path: string, runAs: RunAs | null): void {
  if (runAs !== null) chownSync(path, runAs.uid, runAs.gid);
}

function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
