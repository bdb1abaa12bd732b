import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Serialises npm ci between commands that run at the same time, such as npm start and npm test. */
export async function withInstallLock(path, body) {
  let announced = false;
  while (!tryTake(path)) {
    const holder = readHolder(path);
    if (!isAlive(holder)) {
      removeStale(path, holder);
      continue;
    }
    if (!announced)
      console.error(
        `Waiting for another installation (process ${holder}); if there is none, delete ${path}.`,
      );
    announced = true;
    await sleep(200);
  }
  const release = () => rmSync(path, { force: true });
  process.once('exit', release);
  try {
    await body();
  } finally {
    process.off('exit', release);
    release();
  }
}

/** Uses a hard link, so that the file and its content appear atomically. */
function tryTake(path) {
  const own = `${path}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(own, { force: true });
  }
}

function readHolder(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return '';
    throw error;
  }
}

function isAlive(holder) {
  if (!/^\d+$/.test(holder)) return false;
  try {
    process.kill(Number(holder), 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Renames the lock before removing it. If another process has just acquired it, it is renamed back. */
function removeStale(path, holder) {
  const moved = `${path}.${process.pid}.stale`;
  try {
    renameSync(path, moved);
    if (readFileSync(moved, 'utf8') !== holder) linkSync(moved, path);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(moved, { force: true });
  }
}
