import { describe, expect, it } from 'vitest';
import { listLanes, planTurn, toCost, toLane, toPriority, toTurnNumber } from './plan-turn.ts';

const KB = 1_024;

interface Waiting {
  readonly lane: string;
  readonly key: string;
  readonly turn: number;
  readonly age: number;
}

/** An in-memory queue with the rules of the database. */
class Queue {
  readonly #waiting: Waiting[] = [];
  #age = 0;
  #current = 0;

  enqueue(principal: string, key: string, bytes = 1): void {
    const lane = toLane({ principal, bytes });
    const ofKey = this.#waiting.filter((job) => job.key === key).map(({ turn }) => turn);
    const others = this.#waiting.filter((job) => job.lane === lane && job.key !== key);
    const turn = planTurn(
      {
        current: this.#current,
        lastOfKey: ofKey.length > 0 ? Math.max(...ofKey) : null,
        keysInLane: new Set(others.map((job) => job.key)).size,
      },
      toCost(bytes),
    );
    this.#waiting.push({ lane, key, turn, age: this.#age++ });
  }

  start(): string | undefined {
    this.#waiting.sort((a, b) => a.turn - b.turn || a.age - b.age);
    const job = this.#waiting.shift();
    this.#current = Math.max(this.#current, job?.turn ?? 0);
    return job?.key;
  }

  startAll(): string[] {
    return Array.from({ length: this.#waiting.length }, () => this.start() ?? '');
  }
}

describe('Lanes', () => {
  it.each([
    [0, 'small ada'],
    [256 * KB - 1, 'small ada'],
    [256 * KB, 'large ada'],
  ])('a job of %i bytes is in the lane %s', (bytes, lane) => {
    expect(toLane({ principal: 'ada', bytes })).toBe(lane);
  });

  it('a principal has one for small and one for large jobs', () => {
    expect(listLanes('ada')).toEqual(['small ada', 'large ada']);
  });
});

describe('Turns', () => {
  it('a principal with nothing waiting does not wait behind 97 jobs of another', () => {
    const queue = new Queue();
    for (let n = 0; n < 97; n++) queue.enqueue('bulk', `b${n}`);
    queue.enqueue('other', 'small');
    expect(queue.startAll().indexOf('small')).toBeLessThanOrEqual(1);
  });

  it('two principals with much waiting take turns', () => {
    const queue = new Queue();
    for (let n = 0; n < 20; n++) queue.enqueue('a', `a${n}`);
    for (let n = 0; n < 20; n++) queue.enqueue('b', `b${n}`);
    const first = queue.startAll().slice(0, 20);
    expect(first.filter((key) => key.startsWith('b')).length).toBeGreaterThanOrEqual(9);
  });

  it('many jobs of one project do not delay another project of the same principal', () => {
    const queue = new Queue();
    for (let n = 0; n < 50; n++) queue.enqueue('a', 'one project');
    queue.enqueue('a', 'another');
    expect(queue.startAll().indexOf('another')).toBeLessThanOrEqual(2);
  });

  it('small documents do not wait behind large ones of the same principal', () => {
    const queue = new Queue();
    for (let n = 0; n < 50; n++) queue.enqueue('a', `large ${n}`, 10_000 * KB);
    queue.enqueue('a', 'small', 1 * KB);
    expect(queue.startAll().indexOf('small')).toBeLessThanOrEqual(1);
  });

  it('large documents are not starved by small ones', () => {
    const queue = new Queue();
    queue.enqueue('bulk', 'large', 20_000 * KB);
    for (let n = 0; n < 10; n++) queue.enqueue(`p${n}`, `s${n}`);
    const started: (string | undefined)[] = [];
    for (let n = 10; n < 1_000 && !started.includes('large'); n++) {
      queue.enqueue(`p${n}`, `s${n}`);
      started.push(queue.start());
    }
    expect(started).toContain('large');
  });

  it('jobs of a key keep their order', () => {
    const queue = new Queue();
    queue.enqueue('a', 'key', 90_000 * KB);
    queue.enqueue('b', 'key');
    queue.enqueue('c', 'other');
    expect(queue.startAll()).toEqual(['other', 'key', 'key']);
  });

  it.each([
    [0, 1],
    [1_023 * KB, 1],
    [1_024 * KB, 2],
    [10_240 * KB, 11],
    [1_000_000 * KB, 100],
  ])('a document of %d bytes costs %d', (bytes, cost) => {
    expect(toCost(bytes)).toBe(cost);
  });

  it('a turn converts to a priority and back', () => {
    expect(toTurnNumber(toPriority(42))).toBe(42);
    expect(toPriority(1)).toBeGreaterThan(toPriority(2));
    expect(toPriority(2_000_000_000)).toBeGreaterThan(100);
  });
});
