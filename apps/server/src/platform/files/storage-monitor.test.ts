import { expect, it } from 'vitest';
import { temporaryDirectory } from '../../../test/support/temporary-directory.ts';
import { type StorageChange, StorageMonitor } from './storage-monitor.ts';

const full = () => Object.assign(new Error('could not extend file'), { code: '53100' });

it('a full database degrades health until a write succeeds, and each change is reported once', async () => {
  const notified: StorageChange[] = [];
  let isFull = true;
  const monitor = new StorageMonitor({
    directory: temporaryDirectory(),
    writeToDatabase: async () => {
      if (isFull) throw full();
    },
    onChange: async (change) => {
      // The notification is a row of the same database.
      if (isFull) throw full();
      notified.push(change);
    },
  });
  expect(await monitor.check()).toEqual({ up: true });
  monitor.report(new Error('something else'));
  expect(await monitor.check()).toEqual({ up: true });
  for (let time = 0; time < 3; time++) monitor.report(full());
  expect(await monitor.check()).toMatchObject({
    degraded: true,
    data: { reason: expect.stringContaining('full') },
  });
  expect(notified).toEqual([]);
  isFull = false;
  expect(await monitor.check()).toEqual({ up: true });
  expect(notified).toEqual([
    { place: 'database', reason: 'The disk of PostgreSQL is full (53100)' },
    { place: 'database' },
  ]);
});
