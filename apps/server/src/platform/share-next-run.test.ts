import { describe, expect, it } from 'vitest';
import { shareNextRun } from './share-next-run.ts';

describe('Sharing the next run', () => {
  /** Work that ends when it is told to, and answers with the number of its run. */
  function controlledWork() {
    const ends: (() => void)[] = [];
    const work = () =>
      new Promise<number>((resolve) => {
        const number = ends.length + 1;
        ends.push(() => resolve(number));
      });
    return { work, ends };
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve));

  it('serves everyone who asks during a run with one more run, started after they asked', async () => {
    const { work, ends } = controlledWork();
    const ask = shareNextRun(work);
    const first = ask();
    await settle();
    const later = [ask(), ask(), ask()];
    await settle();
    expect(ends).toHaveLength(1);
    ends[0]?.();
    expect(await first).toBe(1);
    await settle();
    ends[1]?.();
    expect(await Promise.all(later)).toEqual([2, 2, 2]);
    expect(ends).toHaveLength(2);
  });

  it('never answers with a run that started before the question', async () => {
    let value = 'old';
    const ask = shareNextRun(async () => {
      const seen = value;
      await settle();
      return seen;
    });
    const early = ask();
    await settle();
    value = 'new';
    expect(await Promise.all([early, ask()])).toEqual(['old', 'new']);
  });

  it('serves a caller again with a run that started since a moment the caller names', async () => {
    const { work, ends } = controlledWork();
    const ask = shareNextRun(work);
    const since = performance.now();
    const first = ask();
    await settle();
    ends[0]?.();
    expect(await Promise.all([first, ask(since)])).toEqual([1, 1]);
    const later = ask(performance.now());
    await settle();
    ends[1]?.();
    expect(await later).toBe(2);
  });

  it('tells those who shared a failed run, and runs again for the next', async () => {
    let runs = 0;
    const ask = shareNextRun(async () => {
      if (++runs === 1) throw new Error('the first fails');
      return runs;
    });
    const failed = [ask(), ask()];
    const outcomes = await Promise.allSettled(failed);
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected']);
    expect(await ask()).toBe(2);
  });
});
