/**
 * Replaces `vitest` for the unit tests of pure rules when they run in the process of a mutant: `describe`, `it` and `test`
 * collect, `expect` is vitest's own. Hooks and mocks are not exported, because rules need none.
 */
export { expect } from 'vitest';

export interface CollectedTest {
  /** The names of the enclosing groups and of the test. */
  readonly name: string;
  readonly run: () => unknown;
}

type Body = (...row: readonly unknown[]) => unknown;

let groups: readonly string[] = [];
let collected: CollectedTest[] = [];

/** Returns what was collected since the last call. */
export function takeCollectedTests(): readonly CollectedTest[] {
  const tests = collected;
  collected = [];
  return tests;
}

function addGroup(name: string, body: Body, row: readonly unknown[] = []): void {
  const enclosing = groups;
  groups = [...groups, name];
  body(...row);
  groups = enclosing;
}

function addTest(name: string, body: Body, row: readonly unknown[] = []): void {
  collected.push({ name: [...groups, name].join(' > '), run: () => body(...row) });
}

/** Rows that are arrays are spread over the parameters, as vitest does. The index makes names unique. */
function each(add: typeof addTest) {
  return (rows: readonly unknown[]) => (name: string, body: Body) => {
    for (const [index, row] of rows.entries())
      add(`${name} [${index}]`, body, Array.isArray(row) ? row : [row]);
  };
}

export const describe = Object.assign(addGroup, { each: each(addGroup) });
export const it = Object.assign(addTest, { each: each(addTest) });
export const test = Object.assign(addTest, { each: each(addTest) });
