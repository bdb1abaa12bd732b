import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { errorCode } from './error-code.ts';
import type { RunAs } from './run-as.ts';
import { runProgram } from './run-program.ts';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  pgCtl: string;
  /** As the server itself reports it, for example `18.4`. */
  version: string;
  major: number;
}

interface Link {
  source: string;
  target: string;
}

const EXTERNAL_INSTEAD = 'or set svc.datasource.url to use an external PostgreSQL';

/** Copies to `copyTo` if the database's user may not read the checkout, or if we may not write to it. */
export async function prepareBinaries(runAs: RunAs | null, copyTo: string): Promise<PostgresBinaries> {
  const packageRoot = getPackageRoot();
  const linked = makeLinks(packageRoot);
  const inPlace = linked ? await tryBinaries(packageRoot, runAs) : 'its library links are missing';
  if (typeof inPlace !== 'string') return inPlace;
  const copied = await tryBinaries(copyOut(packageRoot, copyTo), runAs);
  if (typeof copied !== 'string') return copied;
  throw new EmbeddedPostgresError(
    `The embedded PostgreSQL cannot be run on this machine: ${inPlace}; a copy in ${copyTo}: ${copied}. ` +
      `It needs a system with glibc and may not be on a noexec mount. Fix that, ${EXTERNAL_INSTEAD}.`,
  );
}

function getPackageRoot(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new EmbeddedPostgresError(
      `The package ${name} with the embedded PostgreSQL is not installed (optional packages left out, or ` +
        `no build for this platform). Install it, ${EXTERNAL_INSTEAD}.`,
    );
  }
}

/**
 * npm packages cannot contain symbolic links; the package creates them in an install script, which we do not run. Returns
 * whether all exist now.
 */
function makeLinks(packageRoot: string): boolean {
  try {
    for (const { source, target } of listMissingLinks(packageRoot)) {
      symlinkSync(basename(source), join(packageRoot, target));
    }
  } catch (error) {
    // EEXIST: another process created it at the same moment. The next check decides.
    if (!['EACCES', 'EPERM', 'EROFS', 'EEXIST'].includes(errorCode(error) ?? '')) throw error;
  }
  return listMissingLinks(packageRoot).length === 0;
}

function listMissingLinks(packageRoot: string): Link[] {
  const list = join(packageRoot, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  const links: Link[] = JSON.parse(readFileSync(list, 'utf8'));
  return links.filter(
    ({ target }) => lstatSync(join(packageRoot, target), { throwIfNoEntry: false }) === undefined,
  );
}

/** The binaries, or why they do not run. */
async function tryBinaries(packageRoot: string, runAs: RunAs | null): Promise<PostgresBinaries | string> {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string) => join(packageRoot, 'native', 'bin', `${name}${suffix}`);
  try {
    const { code, output } = await runProgram(program('postgres'), ['--version'], { runAs });
    const [, version, major] = /\(PostgreSQL\) ((\d+)[.\w]*)/.exec(output) ?? [];
    if (code !== 0 || version === undefined) return output || `exit code ${code}`;
    return {
      initdb: program('initdb'),
      postgres: program('postgres'),
      pgCtl: program('pg_ctl'),
      version,
      major: Number(major),
    };
  } catch (error) {
    if (errorCode(error) === 'EPERM') throw cannotSwitchUser(runAs);
    return error instanceof Error ? error.message : String(error);
  }
}

function cannotSwitchUser(runAs: RunAs | null): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `PostgreSQL refuses to run as root and this process may not switch to ${runAs?.name ?? 'another user'} ` +
      `(capabilities dropped?). Start Tallyman as an ordinary user, ${EXTERNAL_INSTEAD}.`,
  );
}

/** Versioned like the package, copied once, 60 MB. */
function copyOut(packageRoot: string, copyTo: string): string {
  const { version }: { version: string } = JSON.parse(
    readFileSync(join(packageRoot, 'package.json'), 'utf8'),
  );
  const copy = join(copyTo, `binaries-${version}`);
  if (existsSync(copy)) return copy;
  const temporary = mkdtempSync(`${copy}.copying-`);
  chmodSync(temporary, 0o755);
  copyReadable(join(packageRoot, 'native'), join(temporary, 'native'));
  makeLinks(temporary);
  renameIntoPlace(temporary, copy);
  return copy;
}

/** Makes the copy readable by all, independent of the modes of the original. */
function copyReadable(from: string, to: string): void {
  mkdirSync(to);
  chmodSync(to, 0o755);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyReadable(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else {
      copyFileSync(source, target);
      chmodSync(target, (statSync(source).mode & 0o111) === 0 ? 0o644 : 0o755);
    }
  }
}

/** Another supervisor may have been faster. Its copy is the same. */
function renameIntoPlace(temporary: string, copy: string): void {
  try {
    renameSync(temporary, copy);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
}
