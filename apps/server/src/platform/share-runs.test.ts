import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { shareRuns } from './share-runs.ts';

describe('Shared runs', () => {
  /** Work that the test ends. Returns the number of its run. */
  function controlledWork() {
    const ends: (() => void)[] = [];
    const work = () =>
      new Promise<number>((resolve) => {
        const number = ends.length + 1;
        ends.push(() => resolve(number));
      });
    return { work, ends };
  }

  it('serve all callers of the same turn', async () => {
    const { work, ends } = controlledWork();
    const ask = shareRuns(work);
    const asked = [ask(), ask(), ask()];
    await setImmediate();
    ends[0]?.();
    expect(await Promise.all(asked)).toEqual([1, 1, 1]);
    expect(ends).toHaveLength(1);
  });

  it('do not serve later callers, who do not wait for them', async () => {
    const { work, ends } = controlledWork();
    const ask = shareRuns(work);
    const early = ask();
    await setImmediate();
    const late = ask();
    await setImmediate();
    expect(ends).toHaveLength(2);
    ends[1]?.();
    expect(await late).toBe(2);
    ends[0]?.();
    expect(await early).toBe(1);
  });

  it('serve a later caller that accepts an earlier start', async () => {
    const { work, ends } = controlledWork();
    const ask = shareRuns(work);
    const since = performance.now();
    const first = ask();
    await setImmediate();
    ends[0]?.();
    expect(await Promise.all([first, ask(since)])).toEqual([1, 1]);
    const later = ask(performance.now());
    await setImmediate();
    ends[1]?.();
    expect(await later).toBe(2);
  });

  it('reject for all callers when they fail; the next one may succeed', async () => {
    let runs = 0;
    const ask = shareRuns(async () => {
      if (++runs === 1) throw new Error('the first fails');
      return runs;
    });
    const outcomes = await Promise.allSettled([ask(), ask()]);
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected']);
    expect(await ask()).toBe(2);
  });
});
