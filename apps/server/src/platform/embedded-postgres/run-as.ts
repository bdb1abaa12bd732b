import { execFileSync } from 'node:child_process';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

/** The user that PostgreSQL runs as, because it refuses to run as root. */
export interface RunAs {
  name: string;
  uid: number;
  gid: number;
}

/** Null if we are an ordinary user, or on Windows: then the database runs as the same user. */
export function resolveRunAs(existingCluster: string | null): RunAs | null {
  if (process.getuid?.() !== 0) return null;
  const owner = existingCluster === null ? null : findOwner(existingCluster);
  const user = owner ?? findUser('postgres') ?? findUser('nobody');
  if (user !== null) return user;
  throw new EmbeddedPostgresError(
    'PostgreSQL refuses to run as root and there is neither a user postgres nor a user nobody to run it as. ' +
      'Start Tallyman as an ordinary user, or set svc.datasource.url to use an external PostgreSQL.',
  );
}

/** A cluster that an ordinary user created keeps its owner, even if root starts it. */
function findOwner(cluster: string): RunAs | null {
  const { uid, gid } = statSync(cluster);
  return uid === 0 ? null : { name: `uid ${uid}`, uid, gid };
}

function findUser(name: string): RunAs | null {
  return findInPasswd(name) ?? findWithId(name);
}

function findInPasswd(name: string): RunAs | null {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return toRunAs(name, uid, gid);
}

/** Users of a directory service are not in /etc/passwd. */
function findWithId(name: string): RunAs | null {
  try {
    const ask = (flag: string) =>
      execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }).trim();
    return toRunAs(name, ask('-u'), ask('-g'));
  } catch {
    return null;
  }
}

function toRunAs(name: string, uid: string | undefined, gid: string | undefined): RunAs | null {
  if (!/^\d+$/.test(uid ?? '') || !/^\d+$/.test(gid ?? '')) return null;
  return uid === '0' ? null : { name, uid: Number(uid), gid: Number(gid) };
}

/** The first folder on `path` (itself included) that the user may not enter. */
export function findClosedFolder(path: string, user: RunAs): string | null {
  return listFoldersTo(realpathSync(path)).find((folder) => !mayEnter(folder, user)) ?? null;
}

function listFoldersTo(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [...listFoldersTo(parent), path];
}

function mayEnter(folder: string, user: RunAs): boolean {
  const { uid, gid, mode } = statSync(folder);
  if (uid === user.uid) return (mode & 0o100) !== 0;
  if (gid === user.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}
