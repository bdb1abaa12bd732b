import { describe, expect, it } from 'vitest';
import { WorkGate } from './work-gate.ts';

describe('a gate for expensive work', () => {
  it('lets in only as many as may work at once, in the order in which they came', async () => {
    const gate = new WorkGate({ atOnce: 2, waiting: 10 });
    const finish: (() => void)[] = [];
    const started: number[] = [];
    const all = [0, 1, 2, 3].map((number) =>
      gate.run(async () => {
        started.push(number);
        await new Promise<void>((resolve) => finish.push(resolve));
      }),
    );
    await settle();
    expect(started).toEqual([0, 1]);
    finish[0]?.();
    await settle();
    expect(started).toEqual([0, 1, 2]);
    finish[1]?.();
    await settle();
    finish[2]?.();
    finish[3]?.();
    await Promise.all(all);
    expect(started).toEqual([0, 1, 2, 3]);
  });

  it('turns away whoever would make the line too long', async () => {
    const gate = new WorkGate({ atOnce: 1, waiting: 1 });
    let finish = () => {};
    const first = gate.run(() => new Promise<void>((resolve) => (finish = resolve)));
    const second = gate.run(async () => 'second');
    await expect(gate.run(async () => 'third')).rejects.toMatchObject({ kind: 'unavailable' });
    finish();
    await first;
    expect(await second).toBe('second');
    expect(await gate.run(async () => 'fourth')).toBe('fourth');
  });

  it('lets the next in when work fails', async () => {
    const gate = new WorkGate({ atOnce: 1, waiting: 1 });
    await expect(gate.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await gate.run(async () => 'next')).toBe('next');
  });
});

const settle = () => new Promise((resolve) => setImmediate(resolve));
