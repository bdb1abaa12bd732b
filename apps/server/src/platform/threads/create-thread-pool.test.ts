import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { CountingTask } from '../../../test/support/counting-thread.ts';
import { timeoutFactor } from '../../../test/support/timeout-factor.ts';
import { createThreadPool, type ThreadPool } from './create-thread-pool.ts';

const script = new URL('../../../test/support/counting-thread.ts', import.meta.url);

describe('A thread pool', () => {
  let pool: ThreadPool<CountingTask, number, string>;
  const open = (size = 2) => {
    pool = createThreadPool({ script, size, maxHeapMegabytes: 32 });
    return pool;
  };
  afterEach(() => pool.close());

  async function run(
    task: CountingTask,
    signal?: AbortSignal,
  ): Promise<{ messages: number[]; result: string }> {
    const messages: number[] = [];
    const running = pool.run(task, signal);
    for (;;) {
      const next = await running.next();
      if (next.done) return { messages, result: next.value };
      messages.push(next.value);
    }
  }

  it('yields the messages of a task in order and returns its result', async () => {
    open();
    const { messages, result } = await run({ count: 1_000 });
    expect(messages).toEqual(Array.from({ length: 1_000 }, (_, n) => n));
    expect(result).toBe('counted to 1000');
  });

  it('runs one task after the other in each thread', async () => {
    open(1);
    const results = await Promise.all([run({ count: 20 }), run({ count: 30 }), run({ count: 0 })]);
    expect(results.map(({ result }) => result)).toEqual(['counted to 20', 'counted to 30', 'counted to 0']);
    expect(results.map(({ messages }) => messages.length)).toEqual([20, 30, 0]);
  });

  it('waits for a slow reader', async () => {
    open(1);
    const running = pool.run({ count: 100 });
    await running.next();
    await setTimeout(100);
    let rest = 1;
    for await (const _message of running) rest++;
    expect(rest).toBe(100);
  });

  it('throws the error of a task, and runs the next one', async () => {
    open(1);
    await expect(run({ fail: 'this was wrong' })).rejects.toThrow('TypeError: this was wrong');
    expect((await run({ count: 1 })).result).toBe('counted to 1');
  });

  it('survives a thread that runs out of memory or exits', async () => {
    open(1);
    await expect(run({ fillMemory: true })).rejects.toMatchObject({ name: 'ThreadMemoryError' });
    await expect(run({ exit: true })).rejects.toThrow('ended before its task did');
    expect((await run({ count: 1 })).result).toBe('counted to 1');
  });

  it('ends a task at the time limit, and runs the next one in a new thread', async () => {
    pool = createThreadPool({ script, size: 1, maxHeapMegabytes: 32, timeLimitMs: 300 * timeoutFactor });
    const [endless, next] = await Promise.allSettled([run({ loop: true }), run({ count: 3 })]);
    expect(endless).toMatchObject({ status: 'rejected', reason: { name: 'ThreadTimeError' } });
    expect(next).toMatchObject({ status: 'fulfilled', value: { result: 'counted to 3' } });
  });

  it('ends a task whose reader stops, or whose signal is aborted', async () => {
    open(1);
    for await (const message of pool.run({ count: 1_000_000 })) if (message === 3) break;
    const controller = new AbortController();
    const running = run({ count: 1_000_000_000 }, controller.signal);
    await setTimeout(50);
    controller.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
    expect((await run({ count: 2 })).messages).toEqual([0, 1]);
  });

  it('passes the turn of an aborted caller on', async () => {
    open(1);
    const busy = pool.run({ count: 10 });
    await busy.next();
    const controller = new AbortController();
    const givenUp = run({ count: 1 }, controller.signal);
    const next = run({ count: 2 });
    controller.abort(new Error('no time'));
    await expect(givenUp).rejects.toThrow('no time');
    for await (const _message of busy);
    expect((await next).result).toBe('counted to 2');
  });

  it('terminates a thread that holds much memory after a task', async () => {
    open(1);
    const { result: large } = await run({ holdBytes: 200 * 1024 * 1024 });
    const { result: next } = await run({ tellThread: true });
    expect(next).toMatch(/holding 0$/);
    expect(next.split(',')[0]).not.toBe(large.split(',')[0]);
    const { result: small } = await run({ holdBytes: 1_000 });
    expect((await run({ tellThread: true })).result).toBe(small);
  });
});
